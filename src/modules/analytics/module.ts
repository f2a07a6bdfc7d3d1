import type { Module } from "#core/server/module.ts";

export const analyticsModule: Module = { name: "analytics" };
