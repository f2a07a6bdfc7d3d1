import { defineConfig } from "oxlint";

/** The rooms in their order: a room may import only rooms before it (ARCHITECTURE.md, rule 1). */
const modules = [
  "accounts",
  "media",
  "tasks",
  "review",
  "publishing",
  "profiles",
  "messages",
  "notifications",
  "site",
];

interface Ban {
  /** A regular expression, or gitignore-style patterns where exceptions (`!`) are needed. */
  regex?: string;
  group?: string[];
  message: string;
  allowTypeImports?: boolean;
}

const contractDoors = ["contract.ts", "contract/*.ts", "rules.ts", "rules/*.ts"];
const doorsOf = {
  neutral: contractDoors,
  server: [...contractDoors, "server/actions.ts", "server/actions/*.ts"],
  store: [...contractDoors, "server/actions.ts", "server/actions/*.ts", "server/tables.ts"],
  web: [...contractDoors, "web/*.tsx"],
};

const outOfRoom: Ban = {
  regex: "^\\.\\./\\.\\./",
  message: "Rule 2: leave a folder through its # alias.",
};
const noProduct: Ban = { regex: "^#(product|app|testing)/", message: "Rule 1: this folder knows no room." };
const noApp: Ban = { regex: "^#(app|testing)/", message: "Rule 1: nothing imports app or testing." };
const noServerSide: Ban = {
  regex: "^(node:|#adapters/|#core/server/|#modules/[^/]+/server/)",
  message: "Rule 3: browser code reaches neither server, devices nor Node.",
};
const noBrowserSide: Ban = {
  regex: "^(#ui/|#core/web/|#modules/[^/]+/web/|react)",
  message: "Rule 3: server code does not reach browser code.",
};
const neutralOnly: Ban = {
  regex: "^([a-yA-Y@]|#adapters/|#ui/|#core/(server|web)/|#modules/[^/]+/(server|web)/)",
  message: "Rule 3: contracts and rules stand on zod, foundation and earlier contracts only.",
};

function laterRooms(module: string): Ban[] {
  const later = modules.slice(modules.indexOf(module) + 1);
  if (later.length === 0) return [];
  return [
    { regex: `^#modules/(${later.join("|")})/`, message: `Rule 1: ${module} stands before that room.` },
  ];
}

function closedDoors(module: string, side: keyof typeof doorsOf): Ban[] {
  const open = doorsOf[side].map((door) => `!#modules/*/${door}`);
  return [
    {
      group: ["#modules/*/**", ...open, `!#modules/${module}/**`],
      message: "Rule 2: enter another room by contract, rules, server/actions or web/*.tsx.",
    },
  ];
}

const devicesByType: Ban = {
  regex: "^#adapters/",
  allowTypeImports: true,
  message: "Rule 4: rooms take devices by type; app/server/compose passes values.",
};

function restrict(files: string[], patterns: Ban[]) {
  return { files, rules: { "no-restricted-imports": ["error", { patterns }] as ["error", object] } };
}

const roomOverrides = modules.flatMap((module) => {
  const at = `src/modules/${module}`;
  const always = [noApp, outOfRoom, ...laterRooms(module)];
  const server = [...always, noBrowserSide, devicesByType];
  return [
    restrict(
      [`${at}/*.ts`, `${at}/contract/*.ts`, `${at}/rules/*.ts`],
      [...always, neutralOnly, ...closedDoors(module, "neutral")],
    ),
    restrict([`${at}/server/**/*.ts`], [...server, ...closedDoors(module, "server")]),
    restrict(
      [`${at}/server/{tables,store}.ts`, `${at}/server/store/*.ts`],
      [...server, ...closedDoors(module, "store")],
    ),
    restrict([`${at}/web/**/*.{ts,tsx}`], [...always, noServerSide, ...closedDoors(module, "web")]),
  ];
});

export default defineConfig({
  plugins: ["typescript", "unicorn", "oxc", "import", "react", "jsx-a11y", "promise", "vitest"],
  categories: { correctness: "error", suspicious: "error", perf: "error" },
  rules: {
    "import/no-cycle": "error",
    "import/no-default-export": "error",
    "import/no-unassigned-import": "off",
    "oxc/no-barrel-file": "error",
    "typescript/no-explicit-any": "error",
    "typescript/no-non-null-assertion": "error",
    "max-lines": ["error", { max: 300 }],
    "react/react-in-jsx-scope": "off",
    "react/jsx-no-constructed-context-values": "off",
    // It reports what React Compiler would skip; the build does not use React Compiler.
    "react/preserve-manual-memoization": "off",
    "no-await-in-loop": "off",
    "no-shadow": "off",
    "no-console": "error",
    "unicorn/no-array-sort": "off",
    "unicorn/no-useless-spread": "off",
    "unicorn/consistent-function-scoping": "off",
    "vitest/no-disabled-tests": "error",
    "vitest/require-mock-type-parameters": "off",
  },
  overrides: [
    restrict(["src/core/*.ts"], [neutralOnly, noProduct]),
    restrict(
      ["src/core/server/**/*.ts"],
      [
        noProduct,
        {
          regex: "^#(devices|ui)/|^#core/web/",
          message: "Rule 1: foundation stands below devices and ui.",
        },
      ],
    ),
    restrict(
      ["src/core/web/**/*.{ts,tsx}"],
      [noProduct, noServerSide, { regex: "^#ui/", message: "Rule 1: foundation stands below ui." }],
    ),
    restrict(["src/adapters/**/*.ts"], [noProduct, noBrowserSide]),
    restrict(["src/ui/**/*.{ts,tsx}"], [noProduct, noServerSide]),
    restrict(
      ["src/app/web/**/*.{ts,tsx}"],
      [
        noServerSide,
        {
          group: ["#modules/*/**", ...doorsOf.web.map((door) => `!#modules/*/${door}`)],
          message: "Rule 2.",
        },
      ],
    ),
    restrict(["src/app/server/**/*.ts"], [noBrowserSide]),
    restrict(
      ["sandbox-platform/**/*.ts"],
      [{ regex: "^#|/src/", message: "The sandbox platform imports nothing from src." }],
    ),
    restrict(
      ["sandbox-platform/**/*.test.ts"],
      [
        {
          group: ["#*/**", "!#testing/**", "**/src/**"],
          message: "The sandbox platform's tests import #testing alone.",
        },
      ],
    ),
    ...roomOverrides,
    // Tests stand outside the order: they use #testing, the real devices and the composed server.
    restrict(["src/**/*.test.{ts,tsx}"], [outOfRoom]),
    {
      files: ["**/*.test.ts", "**/*.test.tsx", "**/*.spec.ts"],
      rules: { "max-lines": ["error", { max: 500 }] },
    },
    {
      files: ["*.config.ts", "src/app/web/pages/**/*.tsx", "e2e/support/global-setup.ts"],
      rules: { "import/no-default-export": "off" },
    },
    { files: ["scripts/**", "bench/**", "sandbox-platform/main.ts"], rules: { "no-console": "off" } },
  ],
  ignorePatterns: ["dist", "data", "migrations"],
});
