export { accountBytes } from "../space/quota.ts";
