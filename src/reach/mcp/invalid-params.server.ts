import { type JSONRPCMessage, type McpServer, ProtocolErrorCode } from '@modelcontextprotocol/server';

type Issues = { path: PropertyKey[]; message: string }[];

/** The issues of invalid parameters. The library answers with them as JSON, and with the code of an internal error. */
function issuesIn(message: JSONRPCMessage): Issues | undefined {
  if (!('error' in message) || message.error.code !== ProtocolErrorCode.InternalError) return undefined;
  return message.error.message.startsWith('[\n  {') ? JSON.parse(message.error.message) : undefined;
}

/** Makes `server` refuse parameters of wrong types with the code that JSON-RPC has for them, naming the first. */
export function refuseInvalidParams(server: McpServer): void {
  const connect = server.connect.bind(server);
  server.connect = (transport) => {
    const send = transport.send.bind(transport);
    transport.send = (message, options) => {
      const [issue] = issuesIn(message) ?? [];
      if (!issue) return send(message, options);
      const code = ProtocolErrorCode.InvalidParams;
      return send(
        { ...message, error: { code, message: `${issue.path.join('.')}: ${issue.message}` } },
        options,
      );
    };
    return connect(transport);
  };
}
