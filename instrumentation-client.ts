// Zod would try whether it may make functions from text. Our content security policy does not allow that, and the browser
// reports every try. Zod keeps its settings here, so that they can be made without loading it on pages without a form.
const settings: object = Reflect.get(globalThis, "__zod_globalConfig") ?? {};
Object.assign(globalThis, { __zod_globalConfig: Object.assign(settings, { jitless: true }) });

export {};
