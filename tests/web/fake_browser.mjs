// What the page's scripts use of a browser, in Node: its storage, and a server that gives some answers in turn and then
// no more.

export const posted = []; // the path and the body of each request
export const delays = []; // of timers, which are never due
export const items = new Map(); // what is stored
export const opened = []; // the pages that were opened

/** The stored values by their names. */
export function stored() {
  return Object.fromEntries([...items].map(([name, text]) => [name.slice("tricorn.".length), JSON.parse(text)]));
}

/** @param {{stored?: object, answers?: object[], unstorable?: string}} job */
export function setUp({ stored = {}, answers = [], unstorable = "" }) {
  for (const [name, value] of Object.entries(stored)) items.set(`tricorn.${name}`, JSON.stringify(value));
  globalThis.localStorage = {
    getItem: (name) => items.get(name) ?? null,
    removeItem: (name) => items.delete(name),
    setItem(name, text) {
      if (name === `tricorn.${unstorable}`) throw new Error("The storage is full.");
      items.set(name, text);
    },
  };
  globalThis.fetch = async (path, { body }) => {
    posted.push([path, JSON.parse(body)]);
    const { status = 200, type = "application/json", body: text } = answers.shift() ?? { status: 0 };
    if (!status) throw new TypeError("no network");
    return new Response(text, { status, headers: { "content-type": type } });
  };
  globalThis.setTimeout = (_, delay) => delays.push(delay);
  globalThis.addEventListener = () => {};
  globalThis.location = { search: "", replace: (address) => opened.push(address) };
  globalThis.document = {
    documentElement: { lang: "en", dataset: {} },
    getElementById: () => null,
    addEventListener: () => {},
  };
}
