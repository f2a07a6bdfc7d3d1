import type { Module } from "#core/server/module.ts";

export const previewModule: Module = { name: "preview" };
