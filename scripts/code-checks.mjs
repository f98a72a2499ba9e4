// @ts-check

const strict = ["--colors=off", "--diagnostic-level=warn", "--error-on-warnings", "--no-errors-on-unmatched"];

/**
 * What `npm run verify` looks at beside the tests, each with the programs that it runs one after the other.
 * @param {string[]} formatted the files whose format and style are checked
 * @returns {{ name: string, programs: string[][] }[]} arguments of node, in the folder of the project
 */
export const codeChecks = (formatted) => [
  { name: "format and lint", programs: [["node_modules/@biomejs/biome/bin/biome", "ci", ...strict, ...formatted]] },
  {
    name: "types",
    programs: [
      // A fresh clone has no types of Next's own making yet, and the compiler wants them.
      ["node_modules/next/dist/bin/next", "typegen"],
      // Each checker of its own makes most types anew: four of them, its default, take three times the processor of one.
      ["node_modules/typescript/bin/tsc", "--noEmit", "-p", ".", "--checkers", "1"],
    ],
  },
  { name: "dead code", programs: [["node_modules/knip/bin/knip.js"]] },
];
