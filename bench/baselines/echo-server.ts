import { createServer } from "node:http";

import { Server } from "socket.io";

/**
 * Baseline of realtime messages: a bare Socket.IO server that passes every message on to the client that joined as
 * "receiver". Prints its port when ready.
 */
const http = createServer();
const server = new Server(http, { transports: ["websocket"] });
server.on("connection", (socket) => {
  void socket.join(String(socket.handshake.auth["joins"]));
  socket.on("message", (payload: unknown) => server.to("receiver").emit("message", payload));
});
http.listen(0, "127.0.0.1", () => {
  const address = http.address();
  if (address && typeof address === "object") console.log(address.port);
});
