
import real from "/work/logins/node_modules/postgres/src/index.js";
globalThis.T = new Map();
const note = (text, begun) => { const key = text.replace(/\s+/g, " ").trim(); const v = globalThis.T.get(key) ?? { t: 0, n: 0 }; v.t += performance.now() - begun; v.n++; globalThis.T.set(key, v); };
const wrap = (sql) => new Proxy(sql, { get(target, key) {
  const value = Reflect.get(target, key);
  if (key === "unsafe") return (text, ...rest) => { const q = target.unsafe(text, ...rest); const h = q.handle.bind(q); let asked = false;
    q.handle = async () => { if (!asked) { asked = true; const b = performance.now(); const r = q.resolve; q.resolve = (x) => { note(text, b); r(x); }; } return h(); }; return q; };
  if (key === "begin") return (...a) => target.begin(...a.map((f) => typeof f === "function" ? (s) => f(wrap(s)) : f));
  return value; } });
export default Object.assign((url, options) => wrap(real(url, options)), real);
