import { defineConfig } from "oxlint";

import { moduleOrder } from "./src/modules/order.ts";

interface Ban {
  /** The forbidden names, if only some of the module's are. */
  importNames?: string[];
  /** A regular expression, or gitignore-style patterns where exceptions (`!`) are needed. */
  regex?: string;
  group?: string[];
  message: string;
  allowTypeImports?: boolean;
}

/** Files of a module that other modules may import, by the kind of the importing file. */
const neutralInterface = ["contract/*.ts", "realtime-messages.ts", "rules/*.ts"];
const serverInterface = [...neutralInterface, "server/public/*.ts"];
const publicInterface = {
  neutral: neutralInterface,
  server: serverInterface,
  queries: [...serverInterface, "server/tables.ts", "server/access/tables.ts"],
  web: [...neutralInterface, "web/public/*"],
};
/** The app's web code also composes the modules' realtime invalidations and keys of the browser's storage. */
const webInterfaceForApp = [...publicInterface.web, "web/realtime.ts", "web/storage-keys.ts"];

const throughAlias: Ban = {
  regex: "^\\.\\./\\.\\./",
  message: "Rule 2: leave a folder through its # alias.",
};
const noModules: Ban = {
  regex: "^#(modules|app|testing)/",
  message: "Rule 1: this folder must not import modules.",
};
const noApp: Ban = { regex: "^#(app|testing)/", message: "Rule 1: nothing imports app or testing." };
const noServerSide: Ban = {
  regex: "^(node:|#adapters/|#core/server/|#modules/[^/]+/server/)",
  message: "Rule 3: web code must not import server code, adapters or Node.",
};
const noBrowserSide: Ban = {
  regex: "^(#ui/|#core/web/|#modules/[^/]+/web/|react)",
  message: "Rule 3: server code must not import web code.",
};
const neutralOnly: Ban = {
  regex: "^([a-yA-Y@]|#adapters/|#ui/|#core/(server|web)/|#modules/[^/]+/(server|web)/)",
  message:
    "Rule 3: contracts and rules import only zod, core and the contracts and rules of earlier modules.",
};

const noUseMutation: Ban = {
  regex: "^@tanstack/react-query$",
  importNames: ["useMutation"],
  message: "Change data with useChange of #core/web/use-change.ts, and run other actions with useAction.",
};
/** The cache of queries is written by `useChange`, realtime messages, and the module's own functions beside its queries. */
const noCacheWrites = ["invalidateQueries", "refetchQueries", "setQueryData", "setQueriesData"].map(
  (property) => ({
    property,
    message: "Change data with useChange, or write the cache in a function of the module's queries.ts.",
  }),
);

/** Interfaces that browsers hide from pages without HTTPS. */
const onlySecure = { message: "Missing on pages without HTTPS: use or extend #core/web/secure-context.ts." };
const onlySecureProperties = [
  ...["storage", "locks", "share", "credentials"].map((property) => ({ object: "navigator", property })),
  ...["randomUUID", "subtle", "clipboard", "serviceWorker", "wakeLock", "mediaDevices"].map((property) => ({
    property,
  })),
  ...["setAppBadge", "clearAppBadge", "showOpenFilePicker", "showSaveFilePicker", "audioWorklet"].map(
    (property) => ({ property }),
  ),
].map((ban) => Object.assign(ban, onlySecure));
const onlySecureGlobals = [
  ...["caches", "PublicKeyCredential", "Notification", "PushManager", "VideoDecoder", "AudioDecoder"],
  ...["ImageDecoder", "showOpenFilePicker", "showSaveFilePicker"],
].map((name) => Object.assign({ name }, onlySecure));

function laterModules(name: (typeof moduleOrder)[number]): Ban[] {
  const later = moduleOrder.slice(moduleOrder.indexOf(name) + 1);
  if (later.length === 0) return [];
  return [
    { regex: `^#modules/(${later.join("|")})/`, message: `Rule 1: this module is later than ${name}.` },
  ];
}

function onlyPublicInterface(name: string, side: keyof typeof publicInterface): Ban[] {
  const allowed = publicInterface[side].map((file) => `!#modules/*/${file}`);
  return [
    {
      group: ["#modules/*/**", ...allowed, `!#modules/${name}/**`],
      message: "Rule 2: import only the public interface of another module.",
    },
  ];
}

const adaptersByType: Ban = {
  regex: "^#adapters/",
  allowTypeImports: true,
  message: "Rule 4: modules import only types of adapters; app/server constructs them.",
};

function restrict(files: string[], patterns: Ban[]) {
  return { files, rules: { "no-restricted-imports": ["error", { patterns }] as ["error", object] } };
}

const mayJoinRelations = new Set<string>(["team", "tasks"]);
const noOwnRelations: Ban = {
  regex: "^#modules/(team|tasks)/server/(access/)?tables\\.ts$",
  importNames: ["teamMembers", "taskContributors", "managedBy", "taskRelations"],
  message:
    "Who may see a task is in tasks/server/access: use audience, abilitiesIn, visibleTo or visibleTasks.",
};

const moduleOverrides = moduleOrder.flatMap((name) => {
  const at = `src/modules/${name}`;
  const always = [noApp, throughAlias, ...laterModules(name)];
  const server = [...always, noBrowserSide, adaptersByType];
  return [
    restrict(
      [...neutralInterface, "rules/*/*.ts", "platforms/*.ts"].map((file) => `${at}/${file}`),
      [...always, neutralOnly, ...onlyPublicInterface(name, "neutral")],
    ),
    restrict(
      [`${at}/module.ts`, `${at}/server/**/*.ts`],
      [...server, ...onlyPublicInterface(name, "server")],
    ),
    restrict(
      [`${at}/server/**/{tables,queries,*-queries,store}.ts`, `${at}/server/store/*.ts`],
      [
        ...server,
        // Before the patterns with exceptions: oxlint ignores those after one that allows an import.
        ...(mayJoinRelations.has(name) ? [] : [noOwnRelations]),
        ...onlyPublicInterface(name, "queries"),
      ],
    ),
    restrict(
      [`${at}/web/**/*.{ts,tsx}`],
      [...always, noServerSide, noUseMutation, ...onlyPublicInterface(name, "web")],
    ),
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
    // Components in `.tsx`, everything else in `.ts`.
    "react/jsx-filename-extension": ["error", { allow: "as-needed", extensions: ["tsx"] }],
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
    restrict(["src/core/*.ts"], [neutralOnly, noModules]),
    restrict(
      ["src/core/server/**/*.ts"],
      [
        noModules,
        {
          regex: "^#(adapters|ui)/|^#core/web/",
          message: "Rule 1: core must not import adapters or ui.",
        },
      ],
    ),
    restrict(
      ["src/core/web/**/*.{ts,tsx}"],
      [noModules, noServerSide, { regex: "^#ui/", message: "Rule 1: core must not import ui." }],
    ),
    restrict(["src/adapters/**/*.ts"], [noModules, noBrowserSide]),
    restrict(["src/ui/**/*.{ts,tsx}"], [noModules, noServerSide]),
    restrict(
      ["src/app/web/**/*.{ts,tsx}"],
      [
        noServerSide,
        noUseMutation,
        {
          group: ["#modules/*/**", ...webInterfaceForApp.map((file) => `!#modules/*/${file}`)],
          message: "Rule 2: import only the public interface of a module.",
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
    ...moduleOverrides,
    {
      files: ["src/{ui,core/web,app/web,modules/*/web}/**/*.{ts,tsx}"],
      rules: {
        "no-restricted-globals": ["error", ...onlySecureGlobals],
        "no-restricted-properties": ["error", ...onlySecureProperties],
      },
    },
    {
      files: ["src/modules/*/web/**/*.{ts,tsx}", "src/app/web/**/*.{ts,tsx}"],
      rules: { "no-restricted-properties": ["error", ...onlySecureProperties, ...noCacheWrites] },
    },
    {
      files: ["src/modules/*/web/**/{queries,*-queries}.ts"],
      rules: { "no-restricted-properties": ["error", ...onlySecureProperties] },
    },
    {
      // A service worker runs only where all of them exist.
      files: ["src/core/web/secure-context.ts", "src/app/web/service-worker/**", "src/**/*.test.ts"],
      rules: { "no-restricted-globals": "off", "no-restricted-properties": "off" },
    },
    // Tests are not bound to the order: they use #testing, the real adapters and the composed server.
    restrict(["src/**/*.test.{ts,tsx}"], [throughAlias]),
    {
      files: ["**/*.test.ts", "**/*.test.tsx", "**/*.spec.ts"],
      rules: { "max-lines": ["error", { max: 500 }] },
    },
    {
      files: [
        "*.config.ts",
        "src/testing/web/vitest.config.ts",
        "src/app/web/pages/**/*.tsx",
        "e2e/support/global-setup.ts",
      ],
      rules: { "import/no-default-export": "off" },
    },
    { files: ["scripts/**", "bench/**", "sandbox-platform/main.ts"], rules: { "no-console": "off" } },
  ],
  ignorePatterns: ["dist", "data", "migrations"],
});
