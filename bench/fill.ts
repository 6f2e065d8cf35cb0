// Words of many languages. cspell:disable
import { type Kysely, sql } from 'kysely';
import type { DB } from '../src/platform/database/database.types.ts';

// Quickly makes many prompts that resemble real ones: mostly in English, the rest in other languages and scripts, with frequent, less
// frequent, and thousands of rare words.

const lists = {
  adjective:
    'clear patient strict quiet bright modern simple curious honest quick careful bold warm concise playful formal gentle sharp steady vivid',
  verb: 'plan review explain sketch translate summarize question compare draft improve outline design debug rewrite analyze teach',
  noun: 'budget garden contract novel garage lesson database recipe voyage portrait newsletter interview logo speech invoice menu poem resume landing roadmap story podcast survey email report slogan curriculum itinerary character campaign',
  german:
    'Übersetze Erkläre Plane Prüfe Größe Gärten Straßen Bücher Verträge Rezepte schöne ruhige kurze für über Zürich München Köln',
  french:
    'Résume Rédige Améliore créer élève café idées détaillées naïf été poème façon très même hôtel théâtre',
  russian:
    'Составь Объясни Переведи план сада договор роман урок рецепт письмо отчёт для краткий ясный ёмкий ИИ бюджет история',
  chinese: '设计 翻译 总结 写作 花园 合同 小说 课程 食谱 旅行 计划 人工智能 数据库 邮件 报告 简洁 专业',
  japanese:
    '庭園の 契約書を 小説の プロンプト 翻訳する 要約 レシピ 旅行計画 人工知能 メール 報告書 作成 デザイン',
  korean: '정원 계획 계약서 소설 수업 요리법 번역 요약 인공지능 이메일 보고서 작성 디자인',
};
const categories =
  'Writing Education Business Development Travel Health Finance Design Marketing Music Law Science Cooking Gaming Parenting Research';

const words = (list: string) => sql`string_to_array(${list}, ' ')`;
/** A word of a list, the same in every run: the first words are frequent, the last ones rare. */
const pick = (list: keyof typeof lists, salt: number) =>
  sql`(${sql.ref(`lists.${list}`)})[1 + floor(cardinality(${sql.ref(`lists.${list}`)}) * power(((hashint4(i * 31 + ${sql.lit(salt)}) & 1048575) / 1048576.0), 2))::int]`;

/** Adds the prompts numbered `from` to `to`. Large indexes are created afterward, which is faster. */
export async function fillPrompts(db: Kysely<DB>, from: number, to: number) {
  await sql`set statement_timeout = 0`.execute(db);
  await sql`set maintenance_work_mem = '512MB'`.execute(db);
  const { rows: indexes } = await sql<{ name: string; definition: string }>`
    select indexname as name, indexdef as definition from pg_indexes
    where tablename = 'prompts' and indexdef like '%USING gin%'`.execute(db);
  for (const { name } of indexes) await sql`drop index ${sql.id(name)}`.execute(db);
  const step = 50_000;
  for (let start = from; start <= to; start += step)
    await sql`
      with lists as (select ${sql.join(Object.entries(lists).map(([name, list]) => sql`${words(list)} as ${sql.id(name)}`))}),
      numbers as (select i, (hashint4(i) & 1023) as luck from generate_series(${sql.lit(start)}::int, ${sql.lit(Math.min(to, start + step - 1))}::int) i)
      insert into prompts (slug, title, description, category, prompt_type, difficulty, tags, status, prompt_body, created_at, view_count, vote_count)
      select 'made-' || i,
        case when luck < 60 then concat_ws(' ', ${pick('german', 1)}, ${pick('german', 2)}, ${pick('german', 3)}, i)
          when luck < 100 then concat_ws(' ', ${pick('french', 1)}, ${pick('french', 2)}, ${pick('french', 3)}, i)
          when luck < 170 then concat_ws(' ', ${pick('russian', 1)}, ${pick('russian', 2)}, ${pick('russian', 3)}, i)
          when luck < 220 then concat(${pick('chinese', 1)}, ${pick('chinese', 2)}, ${pick('chinese', 3)}, i)
          when luck < 250 then concat(${pick('japanese', 1)}, ${pick('japanese', 2)}, i)
          when luck < 270 then concat_ws(' ', ${pick('korean', 1)}, ${pick('korean', 2)}, i)
          else concat_ws(' ', ${pick('adjective', 1)}, ${pick('verb', 2)}, 'for a', ${pick('noun', 3)}, i) end,
        concat_ws(' ', 'Helps to', ${pick('verb', 4)}, 'every', ${pick('noun', 5)}, 'in a', ${pick('adjective', 6)}, 'way, with',
          'w' || substr(md5((i % 20011)::text), 1, 6),
          case when i % 5003 = 7 then 'for the quetzal' end, case when i % 211 = 3 then 'and a ledger' end),
        case when i % 50021 = 11 then 'Falconry' else (${words(categories)})[1 + floor(16 * power((hashint4(i * 7) & 1048575) / 1048576.0, 2))::int] end,
        case when luck % 211 = 0 then 'Agent' when luck % 7 = 0 then 'Image' else 'Text' end,
        case when luck % 5 = 0 then 'advanced' when luck % 3 = 0 then 'intermediate' else 'beginner' end,
        array[${pick('noun', 7)}, ${pick('verb', 8)}],
        case when i % 50 = 0 then 'draft' else 'published' end,
        'You are a ' || ${pick('adjective', 9)} || ' assistant. ' || repeat('Please go step by step. ', 4),
        timestamptz '2026-06-01' - make_interval(secs => i * 20), (hashint4(i * 3) & 65535) / 8, (hashint4(i * 5) & 1023) / 9
      from numbers, lists`.execute(db);
  for (const { definition } of indexes) await sql.raw(definition).execute(db);
  await sql`vacuum analyze prompts`.execute(db);
  await sql`reset statement_timeout`.execute(db);
}
