// Made from the catalogs beside it: npm run generate
import { locale } from '#platform/language/locale.ts';
import { plural } from '#platform/text/plural.ts';

export const a_message_for_people_and_a = (): string => locale() === 'de' ? ": eine Meldung für Menschen und ein fester Code. Jeder Endpunkt kann auf eine ungültige Anfrage mit 400, 413, 415 oder 422 antworten, und mit 503 und" : ": a message for people and a stable code. Any endpoint may respond with 400, 413, 415 or 422 to an invalid request, and with 503 and";
export const and = (): string => locale() === 'de' ? "und" : "and";
export const api = (): string => "API";
export const api_keys = (): string => locale() === 'de' ? "API-Schlüssel" : "API keys";
export const body = (): string => "Body";
export const endpoints = (): string => locale() === 'de' ? "Endpunkte" : "Endpoints";
export const endpoints_marked = (): string => locale() === 'de' ? "Endpunkte mit" : "Endpoints marked";
export const examples = (): string => locale() === 'de' ? "Beispiele" : "Examples";
export const examples_print_the_newest_prompts = (): string => locale() === 'de' ? "Jedes gibt die neuesten Prompts aus. Setze zuvor PROMPTORY_KEY auf deinen Schlüssel:" : "Each prints the newest prompts. Put your key into PROMPTORY_KEY first:";
export const json_over_http_under = (): string => locale() === 'de' ? "JSON über HTTP unter" : "JSON over HTTP under";
export const lists_take = (): string => locale() === 'de' ? "Listen nehmen" : "Lists take";
export const need_an_access_token_from_the = (): string => locale() === 'de' ? "brauchen ein Zugriffstoken der GoTrue-API unter" : "need an access token from the GoTrue API under";
export const parameters = (): string => locale() === 'de' ? "Parameter" : "Parameters";
export const prices_are_in_the_smallest_unit = (): string => locale() === 'de' ? ". Preise sind ganze Zahlen in der kleinsten Einheit der Währung, etwa Cent. Zeiten sind UTC nach ISO 8601. Für Programme:" : ". Prices are integers in the smallest unit of the currency, such as cents. Times are UTC in ISO 8601. For machines:";
export const responses = (): string => locale() === 'de' ? "Antworten" : "Responses";
export const standard_webhooks = (): string => "Standard Webhooks";
export const the_data_api_of_site_name = (values: { siteName: string | number }): string => locale() === 'de' ? `Die Daten-API von ${values.siteName}: jeder Endpunkt mit Parametern und Antworten.` : `The data API of ${values.siteName}: every endpoint with its parameters and responses.`;
export const the_response_holds_the_next_cursor = (): string => locale() === 'de' ? "; die Antwort enthält den nächsten Cursor. Ein Fehler ist" : "; the response holds the next cursor. An error is";
export const typescript_client = (): string => locale() === 'de' ? "TypeScript-Client" : "TypeScript client";
export const webhooks = (): string => "Webhooks";
export const webhooks_are_posts = (values: { days: number; seconds: number }): string => locale() === 'de' ? `Die Website sendet diese Ereignisse als JSON per POST an die Adressen, die ihre Admins wählen. Antworte innerhalb von ${plural(values.seconds, { 'one': (shown) => `${shown} Sekunde`, 'other': (shown) => `${shown} Sekunden` })} mit 2xx. Sonst wird das Ereignis ${plural(values.days, { 'one': (shown) => `${shown} Tag`, 'other': (shown) => `${shown} Tage` })} lang erneut gesendet.` : `The site sends these events as JSON, by POST, to the addresses that its admins choose. Respond with 2xx within ${plural(values.seconds, { 'one': (shown) => `${shown} second`, 'other': (shown) => `${shown} seconds` })}. Otherwise the event is sent again for ${plural(values.days, { 'one': (shown) => `${shown} day`, 'other': (shown) => `${shown} days` })}.`;
export const webhooks_are_signed = (): string => locale() === 'de' ? "Der Header webhook-signature ist „v1,“, gefolgt vom HMAC-SHA256 in Base64 über {id}.{timestamp}.{body}: die Header webhook-id und webhook-timestamp und der unveränderte Body. Der Schlüssel ist der Teil des Signaturschlüssels nach „whsec_“, aus Base64 dekodiert. Während er ersetzt wird, gibt es zwei Signaturen, durch ein Leerzeichen getrennt; eine davon muss passen. Lehne Nachrichten ab, die älter als fünf Minuten sind. Bibliotheken für viele Sprachen tun das alles:" : "The webhook-signature header is “v1,” followed by the base64 HMAC-SHA256 of {id}.{timestamp}.{body}: the webhook-id and webhook-timestamp headers and the raw body. The key is the part of the secret after “whsec_”, decoded from base64. While a secret is being replaced there are two signatures, separated by a space; one of them must match. Reject messages that are more than five minutes old. Libraries for many languages do all of this:";
export const webhooks_repeat = (): string => locale() === 'de' ? "Ein Ereignis kann mehr als einmal ankommen, jedes Mal mit demselben Header webhook-id, und Ereignisse können in beliebiger Reihenfolge ankommen. Neue Felder können hinzukommen." : "An event can arrive more than once, each time with the same webhook-id header, and events can arrive in any order. New fields may be added.";
export const which_any_supabase_auth_client_can = (): string => locale() === 'de' ? ", das jeder Supabase-Auth-Client bekommen kann. Sende es als" : ", which any Supabase auth client can get. Send it as";
export const while_the_database_is_unavailable = (): string => locale() === 'de' ? "solange die Datenbank nicht erreichbar ist." : "while the database is unavailable.";
