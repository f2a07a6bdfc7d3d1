export { storedBytesOf } from "../space/quota.ts";
