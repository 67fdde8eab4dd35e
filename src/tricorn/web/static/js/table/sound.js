/** Small sounds made on the spot, so that nothing has to be fetched; silent unless switched on. */

import { settings } from "../shared/storage.js";

/** @type {AudioContext | null} */
let context = null;

/** @typedef {{pitch: number, at: number, long: number, loud?: number, kind?: OscillatorType}} Note */

/** @type {Record<string, Note[]>} */
const TUNES = {
  place: [
    { pitch: 190, at: 0, long: 0.07, loud: 0.5, kind: "triangle" },
    { pitch: 95, at: 0.01, long: 0.09, loud: 0.5 },
  ],
  draw: [{ pitch: 330, at: 0, long: 0.06, loud: 0.25, kind: "triangle" }],
  pass: [
    { pitch: 220, at: 0, long: 0.12, loud: 0.2 },
    { pitch: 175, at: 0.1, long: 0.16, loud: 0.2 },
  ],
  bridge: [523, 659, 784].map((pitch, i) => ({ pitch, at: i * 0.09, long: 0.22, loud: 0.25 })),
  hexagon: [523, 659, 784, 1047, 1319].map((pitch, i) => ({ pitch, at: i * 0.085, long: 0.3, loud: 0.25 })),
  turn: [
    { pitch: 660, at: 0, long: 0.1, loud: 0.15 },
    { pitch: 880, at: 0.09, long: 0.14, loud: 0.15 },
  ],
  end: [392, 494, 587, 784].map((pitch, i) => ({ pitch, at: i * 0.14, long: 0.4, loud: 0.25 })),
};

/** @param {AudioContext} audio @param {Note} note */
function sing(audio, { pitch, at, long, loud = 0.3, kind = "sine" }) {
  const start = audio.currentTime + at;
  const voice = audio.createOscillator(),
    volume = audio.createGain();
  voice.type = kind;
  voice.frequency.value = pitch;
  volume.gain.setValueAtTime(0.0001, start);
  volume.gain.exponentialRampToValueAtTime(loud * 0.5, start + 0.008);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + long);
  voice.connect(volume).connect(audio.destination);
  voice.start(start);
  voice.stop(start + long + 0.02);
}

/** @param {keyof typeof TUNES} name */
export function play(name) {
  if (!settings().sound) return;
  try {
    context ??= new AudioContext();
    if (context.state === "suspended") context.resume();
    for (const note of TUNES[name]) sing(context, note);
  } catch {
    // A device without sound plays on in silence.
  }
}
