/** Short synthesized sounds, which need no audio files. */

/** @type {AudioContext | null} */
let context = null;

/** @typedef {{pitch: number, at: number, length: number, volume?: number, wave?: OscillatorType}} Note */

/** @param {number[]} pitches @param {number} step @param {number} length @returns {Note[]} */
const melody = (pitches, step, length) => pitches.map((pitch, i) => ({ pitch, at: i * step, length, volume: 0.25 }));

/** @type {Record<string, Note[]>} */
const SOUNDS = {
  place: [
    { pitch: 190, at: 0, length: 0.07, volume: 0.5, wave: "triangle" },
    { pitch: 95, at: 0.01, length: 0.09, volume: 0.5 },
  ],
  draw: [{ pitch: 330, at: 0, length: 0.06, volume: 0.25, wave: "triangle" }],
  pass: [
    { pitch: 220, at: 0, length: 0.12, volume: 0.2 },
    { pitch: 175, at: 0.1, length: 0.16, volume: 0.2 },
  ],
  bridge: melody([523, 659, 784], 0.09, 0.22),
  hexagon: melody([523, 659, 784, 1047, 1319], 0.085, 0.3),
  turn: [
    { pitch: 660, at: 0, length: 0.1, volume: 0.15 },
    { pitch: 880, at: 0.09, length: 0.14, volume: 0.15 },
  ],
  end: melody([392, 494, 587, 784], 0.14, 0.4),
};

/** @param {AudioContext} audio @param {Note} note */
function playNote(audio, { pitch, at, length, volume = 0.3, wave = "sine" }) {
  const start = audio.currentTime + at;
  const oscillator = audio.createOscillator();
  const gain = audio.createGain();
  oscillator.type = wave;
  oscillator.frequency.value = pitch;
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(volume * 0.5, start + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(start);
  oscillator.stop(start + length + 0.02);
}

/** @param {string} name */
export function play(name) {
  try {
    context ??= new AudioContext();
    if (context.state === "suspended") context.resume();
    for (const note of SOUNDS[name]) playNote(context, note);
  } catch {
    // A device without audio stays silent.
  }
}
