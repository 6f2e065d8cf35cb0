export type Example = { language: 'curl' | 'TypeScript' | 'Python'; code: string };

/** The same request in three languages, ready to run: each prints the newest prompts for the key in `PROMPTORY_KEY`. */
export const examples = (publicUrl: string): Example[] => [
  {
    language: 'curl',
    code: `curl -s -H "Authorization: Bearer $PROMPTORY_KEY" "${publicUrl}/api/v1/prompts?limit=5"`,
  },
  {
    language: 'TypeScript',
    code: `// curl -s -o client.ts ${publicUrl}/api/v1/client.ts
import { Api, ApiError } from './client.ts';

const api = new Api({
  baseUrl: '${publicUrl}/api/v1',
  baseApiParams: { headers: { Authorization: \`Bearer \${process.env.PROMPTORY_KEY}\` } },
});
try {
  const { data } = await api.prompts.getPrompts({ limit: 5 });
  for (const { title } of data.items) console.log(title);
} catch (error) {
  if (!(error instanceof ApiError)) throw error;
  console.error(error.status, error.code, error.message);
}`,
  },
  {
    language: 'Python',
    code: `import json, os, urllib.request

request = urllib.request.Request(
    "${publicUrl}/api/v1/prompts?limit=5",
    headers={"Authorization": "Bearer " + os.environ["PROMPTORY_KEY"]},
)
with urllib.request.urlopen(request) as answer:
    for prompt in json.load(answer)["items"]:
        print(prompt["title"])`,
  },
];

/** Prints an access token for the email address and password in the environment. */
export const tokenExample = (publicUrl: string) =>
  `curl -s "${publicUrl}/auth/v1/token?grant_type=password" \\
  -H "Content-Type: application/json" \\
  -d "{\\"email\\":\\"$EMAIL\\",\\"password\\":\\"$PASSWORD\\"}"`;
