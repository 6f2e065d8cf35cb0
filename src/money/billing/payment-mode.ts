/** The mode of a secret or restricted key. */
export const modeOf = (secretKey: string) => (secretKey.includes('_live_') ? 'live' : 'test');
