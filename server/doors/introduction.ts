import { limitsInWords } from "@/server/kit/call/rate-limit.rules";
import type { Section } from "@/server/kit/call/sections";

/** What the API's document says before its operations, in Markdown; decisions 0 has the rules behind it. */
export const introduction = `Two doors lead to the same records. **People** sign in and send a bearer token; **internal services** send a key in
\`x-api-key\`. Each operation says which of the two it takes, and the right or the scope that it needs.

## Signing in
\`POST /api/v1/users/login\` answers an access token, good for some minutes, and a refresh token. Send the access token as
\`Authorization: Bearer …\`. When it has expired, \`POST /api/v1/users/refresh-token\` takes the refresh token and answers the next pair;
an old refresh token is good for one use. Several calls that find the token expired should share one refresh.
Of the answers with 401 only \`token_expired\` asks for a refresh; \`token_invalid\` and \`session_ended\` ask for a new sign-in, \`credentials_missing\` and
\`wrong_scheme\` for a change in the caller.
\`second_factor_required\` asks for the person's code: sign in again with it. \`POST /api/v1/users/logout\` ends the session.

## Keys
Staff make keys in the backoffice, each with the scopes it needs. A key that is wrong, expired or revoked is answered with 403, \`key_invalid\`.

## Lists
Answers are \`{ "meta": …, "items": […] }\`. \`limit\` (1 to 1,000, 10 where not said) and \`page\` (from 1) choose the rows, \`sortBy=label:asc,createdAt:desc\`
their order. Filters are parameters of their own; those that take several values take them separated by commas and find what fits any of them.
Each list names what it can be sorted and filtered by. Rows that are added while pages are turned move others to later pages. To read a list to its
end, leave \`sortBy\` out and send \`meta.next\` of each answer as \`after\`, in place of \`page\`, until there is none: what is there all along is then seen
once. \`meta\` keeps the total of the first page; \`withTotal=true\` counts it anew. Lists that take a person's address can also be asked by
\`POST …/search\`, so that it stands in no log.

## Errors
Every error is \`application/problem+json\` (RFC 9457). Branch on \`code\`; \`detail\` is for people, in the language of \`Accept-Language\`
(English, French or German). \`errors\` names each field that was wrong. \`requestId\`, also in the header \`x-request-id\`, finds the call in our logs.
The order is 401, 403, 400, 404. Fields and parameters that an operation does not declare are ignored; with \`Prefer: handling=strict\` they are
400, each by its name, and the answer says \`Preference-Applied\`.

## The same call twice
Writes that say so take an \`Idempotency-Key\`: for 24 hours the same key gets the first answer again, with \`Idempotency-Replayed: true\`, in place of a
second effect. With another body it is refused.

## Versions
A record's \`ETag\` names its version. Send it as \`If-Match\` with a change: 412 says that somebody else changed the record since. A row's \`version\` from
a list may be sent in its place, such as \`If-Match: "2"\`. The tag of a compressed answer also names its coding and is as good. \`If-None-Match\` is answered with 304 where nothing changed.

## What stays
Operations keep their address, id, credentials and status; requests that were right stay right; answers keep their fields. New operations, optional
parameters, fields of answers and codes of errors may come at any time: accept what you do not know. What has to end is marked \`deprecated\` here, and its
answers carry \`Deprecation\` and \`Sunset\`, at least six months ahead. Nothing is deprecated now.

## Pages of other origins
An installation may name origins whose pages call the API from the browser, with a bearer token; they can read the headers named here. No cookie is
taken from them, and no key.

## Limits
${limitsInWords()}

Who asks too often gets 429 with \`Retry-After\` in seconds. Where the caller's own calls are counted, \`RateLimit-Policy\` and \`RateLimit\` say how many there
are and what is left of them (draft-ietf-httpapi-ratelimit-headers-10). A call that finds the service busy gets 503, with \`Retry-After\` too. A body may have 1 MiB, a form with files
12 MiB, where an operation says nothing else.
`;

/** What the document says of each section. */
export const sectionSentences: Record<Section, string> = {
  "4.1": "Roles of staff, the rights that they hold, and which role may grant which.",
  "4.2": "Versions of the apps with their texts, and features that are there from a version on.",
  "4.3": "People who run a company, as staff manage them.",
  "4.4": "The same people, for internal services with a key.",
  "4.5": "What roles of companies may do, the roles of one company, and its own texts of mails.",
  "4.6": "Kinds of companies, with their translations.",
  "4.7": "Which PERS, vehicles and brands belong to which company, and from when to when.",
  "4.8": "A company's preferences, teams, pilots and referents, as staff manage them.",
  "4.9": "What a company's people do in their own company: partners, fleet, roles and imports.",
  "4.10": "Signing in and out, tokens, registration, passwords and one's own profile.",
  "4.11": "People of portals, riders, and what was noted on their sheets.",
  "4.12": "PERS devices, their models, kits, current data, alerts and messages of vehicle brands.",
  "4.13": "Firmware, its categories, versions and segments, for internal services with a key.",
  "4.14": "Languages, countries and all texts that people read: labels, messages, questions and documentation.",
  "4.15": "Platform techs, logs of mails, routines and contacts, messages of devices, and the ERP's records.",
  "N OS": "Operating systems of phones.",
  "N Platform page tech": "Pages of the apps that a notification can lead to.",
  "N Internal sync": "Lists of portals and platform techs that another service keeps.",
  "N Notification template": "What is sent, by which channels and to whom.",
  "N Notification template content": "The texts of a template in each language.",
  "N Notification template tech": "By which platform techs a template is sent.",
  "N Notification request": "Sending a notification, and what became of each delivery.",
  "N In-app notifications": "What a person finds in the bell of an app.",
  "N Push notifications": "What was pushed to a person's phones.",
  "N User devices": "Phones that get push notifications.",
  "own Bulk changes": "Changing many records at once: what a change would do, how far it is, and the way back.",
  "own Firmware rollouts":
    "Bringing a firmware version to many devices in waves that stop themselves, and the door of the gateway that talks to devices.",
  "own PERS alerts": "The work on alerts of PERS devices: who has it, when it is due, and how it ended.",
};
