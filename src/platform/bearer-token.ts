/** The token in an `Authorization` header; undefined if there is none. */
export const bearerToken = (authorization: string | undefined) =>
  /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1];
