// @ts-check
/** @import { Invariant } from "../invariants.mjs" */

/** Tables of translations whose texts are counted. */
const counted = "select table_name, language_id, sum(delta) as delta from text_counts group by 1, 2";

/** @type {Invariant[]} */
export const content = [
  {
    name: "places of the questions of a section of the FAQ differ",
    rows: "select faq_id, rank from faq_contents group by 1, 2 having count(*) > 1",
    plant: ["update faq_contents set rank = 1"],
  },
  {
    name: "one language is the default, and it is on",
    rows: "select count(*) from languages where is_default having count(*) <> 1 or not bool_and(status)",
    plant: ["update languages set is_default = true"],
  },
  {
    name: "there is one draft of the privacy policy at most, and it is the newest",
    rows: `select id from privacy_policies p where published_at is null
      and exists (select from privacy_policies o where o.id <> p.id and o.number >= p.number)`,
    plant: ["update privacy_policies set published_at = null"],
  },
  {
    name: "privacy policies are numbered 1, 2, 3",
    rows: "select max(number), count(*) from privacy_policies having max(number) <> count(*) or min(number) <> 1",
    plant: ["update privacy_policies set number = number + 1"],
  },
  {
    name: "privacy policies were published in the order of their numbers",
    rows: `select a.id from privacy_policies a join privacy_policies b on a.number < b.number
      and (a.published_at > b.published_at or a.published_at is null)`,
    plant: ["update privacy_policies set published_at = now() - make_interval(days => number)"],
  },
  {
    name: "a published privacy policy has a text in the default language",
    rows: `select p.id from privacy_policies p where p.published_at is not null and not exists (
      select from privacy_policy_translations t join languages l on l.id = t.language_id and l.is_default
      where t.parent_id = p.id)`,
    plant: ["update privacy_policies set published_at = now()", "delete from privacy_policy_translations"],
  },
  {
    name: "a version of an app is there once",
    rows: "select platform_tech_id from app_versions group by 1, os, number having count(*) > 1",
    plant: [
      "update app_versions set number = '1.0.0', os = 'iOS', platform_tech_id = (select id from backoffice.platform_techs limit 1)",
    ],
  },
  {
    name: "a document is at an address or in a file",
    rows: `select id from documentation_contents where num_nonnulls(url, file_id) > 1
      union all select id from documentation_content_translations where num_nonnulls(url, file_id) > 1`,
    plant: ["update documentation_contents set url = 'https://a.example', file_id = gen_random_uuid()"],
  },
  {
    name: "the file of a document is there and marked as used",
    rows: `select c.id from (select id, file_id from documentation_contents
        union all select id, file_id from documentation_content_translations) c
      left join files f on f.id = c.file_id where c.file_id is not null and f.used_at is null`,
    plant: ["update documentation_contents set file_id = gen_random_uuid()"],
  },
  {
    name: "a company's own mail holds its link",
    rows: "select id from company_mail_templates where position('{{link}}' in content) = 0",
    plant: [{ into: "company_mail_templates", values: { content: "'no link'" } }],
  },
  {
    name: "a company's own mail is in a language that there is",
    rows: `select m.id from company_mail_templates m left join languages l on l.id = m.language_id where l.id is null`,
    plant: [{ into: "company_mail_templates", values: {} }],
  },
  {
    name: "the counts of labels are their number",
    rows: `select c.table_name from (${counted}) c where c.table_name = 'labels' and c.delta <> (select count(*) from labels)
      union all select c.table_name from (${counted}) c where c.table_name = 'label_translations'
        and c.delta <> (select count(*) from label_translations t where t.language_id = c.language_id)`,
    plant: ["delete from label_translations"],
  },
  {
    name: "the counts of messages and formatted texts are their number",
    rows: `select c.table_name from (${counted}) c where c.table_name = 'messages' and c.delta <> (select count(*) from messages)
      union all select c.table_name from (${counted}) c where c.table_name = 'formatted_texts'
        and c.delta <> (select count(*) from formatted_texts)
      union all select c.table_name from (${counted}) c where c.table_name = 'message_translations'
        and c.delta <> (select count(*) from message_translations t where t.language_id = c.language_id)`,
    plant: [{ into: "messages", values: {} }],
  },
  {
    name: "the name of a text is there once in its module",
    rows: `select name from labels group by module_id, 1 having count(*) > 1
      union all select name from messages group by module_id, 1 having count(*) > 1
      union all select name from formatted_texts group by module_id, 1 having count(*) > 1`,
    plant: ["update labels set name = 'one'"],
  },
  {
    name: "a company has preferences once",
    rows: "select company_id from company_preferences group by 1 having count(*) > 1",
    plant: ["update company_preferences set company_id = (select id from companies limit 1)"],
  },
];
