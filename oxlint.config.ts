import { defineConfig } from "oxlint";

/** The rooms in their order: a room may import only rooms before it (ARCHITECTURE.md, rule 1). */
const rooms = [
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
  regex: "^(node:|#devices/|#foundation/server/|#product/[^/]+/server/)",
  message: "Rule 3: browser code reaches neither server, devices nor Node.",
};
const noBrowserSide: Ban = {
  regex: "^(#ui/|#foundation/web/|#product/[^/]+/web/|react)",
  message: "Rule 3: server code does not reach browser code.",
};
const neutralOnly: Ban = {
  regex: "^([a-yA-Y@]|#devices/|#ui/|#foundation/(server|web)/|#product/[^/]+/(server|web)/)",
  message: "Rule 3: contracts and rules stand on zod, foundation and earlier contracts only.",
};

function laterRooms(room: string): Ban[] {
  const later = rooms.slice(rooms.indexOf(room) + 1);
  if (later.length === 0) return [];
  return [{ regex: `^#product/(${later.join("|")})/`, message: `Rule 1: ${room} stands before that room.` }];
}

function closedDoors(room: string, side: keyof typeof doorsOf): Ban[] {
  const open = doorsOf[side].map((door) => `!#product/*/${door}`);
  return [
    {
      group: ["#product/*/**", ...open, `!#product/${room}/**`],
      message: "Rule 2: enter another room by contract, rules, server/actions or web/*.tsx.",
    },
  ];
}

const devicesByType: Ban = {
  regex: "^#devices/",
  allowTypeImports: true,
  message: "Rule 4: rooms take devices by type; app/server/compose passes values.",
};

function restrict(files: string[], patterns: Ban[]) {
  return { files, rules: { "no-restricted-imports": ["error", { patterns }] as ["error", object] } };
}

const roomOverrides = rooms.flatMap((room) => {
  const at = `src/product/${room}`;
  const always = [noApp, outOfRoom, ...laterRooms(room)];
  const server = [...always, noBrowserSide, devicesByType];
  return [
    restrict(
      [`${at}/*.ts`, `${at}/contract/*.ts`, `${at}/rules/*.ts`],
      [...always, neutralOnly, ...closedDoors(room, "neutral")],
    ),
    restrict([`${at}/server/**/*.ts`], [...server, ...closedDoors(room, "server")]),
    restrict(
      [`${at}/server/{tables,store}.ts`, `${at}/server/store/*.ts`],
      [...server, ...closedDoors(room, "store")],
    ),
    restrict([`${at}/web/**/*.{ts,tsx}`], [...always, noServerSide, ...closedDoors(room, "web")]),
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
    restrict(["src/foundation/*.ts"], [neutralOnly, noProduct]),
    restrict(
      ["src/foundation/server/**/*.ts"],
      [
        noProduct,
        {
          regex: "^#(devices|ui)/|^#foundation/web/",
          message: "Rule 1: foundation stands below devices and ui.",
        },
      ],
    ),
    restrict(
      ["src/foundation/web/**/*.{ts,tsx}"],
      [noProduct, noServerSide, { regex: "^#ui/", message: "Rule 1: foundation stands below ui." }],
    ),
    restrict(["src/devices/**/*.ts"], [noProduct, noBrowserSide]),
    restrict(["src/ui/**/*.{ts,tsx}"], [noProduct, noServerSide]),
    restrict(
      ["src/app/web/**/*.{ts,tsx}"],
      [
        noServerSide,
        {
          group: ["#product/*/**", ...doorsOf.web.map((door) => `!#product/*/${door}`)],
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
