import type { Module } from "#core/server/module.ts";

export const footageModule: Module = { name: "footage" };
