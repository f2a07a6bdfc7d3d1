export { settlePersonRooms } from "../rooms/settle.ts";
