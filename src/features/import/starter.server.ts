import type { Database } from '#platform/database.server.ts';
export async function seedStarter(_db: Database) {}
