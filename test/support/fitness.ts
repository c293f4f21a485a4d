import { distributedTables, stayingTables } from '../../src/base/db/distribute/tables.ts'

const cut = distributedTables.join('|')
const stay = Object.values(stayingTables).flat().join('|')
const asks = (tables: string) =>
  new RegExp(`\\b(?:from|join|into|update)\\s+(?:only\\s+)?(?:eclusa\\.)?(?:${tables})\\b`, 'i')
const asksCut = asks(cut)
const asksStaying = asks(stay)

/** Why a node of a cluster would refuse it, or would not be the only one that is asked. */
const refusals: [unfit: (text: string) => boolean, why: string][] = [
  [(text) => asksStaying.test(text), 'it also asks for a table that stays on the coordinator'],
  [(text) => /\bwith recursive\b/i.test(text), 'a recursive query'],
  [(text) => /\bskip locked\b/i.test(text) && !namesUser(text), 'it locks rows of several users'],
  [(text) => /\bset_config\(/i.test(text), 'a setting that stays on the coordinator'],
  [(text) => /\bdigest_of\(/i.test(text), 'a row as a value, which on a node is one of another table'],
  [
    (text) => isInsert(text) && !/\)\s*values\s*\(/i.test(text),
    'rows that are selected, and so copied past row-level security',
  ],
  [(text) => isInsert(text) && /\b(?:values|set)\b[^;]*\(\s*select\b/i.test(text), 'a subquery among the values'],
  [
    (text) => isInsert(text) && !/\binto\s+(?:eclusa\.)?\w+(?:\s+as\s+\w+)?\s*\(\s*user_id\b/i.test(text),
    'it does not begin with user_id',
  ],
  [(text) => isInsert(text) && /\bdo update\b[^;]*\bnow\(\)/i.test(text), 'the time, where two rows meet'],
  [(text) => /\breturning\b[^;]*\bnow\(\)/i.test(text), 'the time, in what is answered of a change'],
  [(text) => !isInsert(text) && !namesUser(text), 'it does not name user_id'],
]

const isInsert = (text: string) => new RegExp(`\\binsert into (?:eclusa\\.)?(?:${cut})\\b`, 'i').test(text)
const namesUser = (text: string) => /\buser_id\s*=\s*(?:\$\d+|new\.user_id|owner|scope_user_id\(\))/i.test(text)

/** Whether it is about records that are cut by user. */
export const asksNodes = (text: string) => asksCut.test(text)

/** Why a statement is not fit for a cluster; nothing where it is, or asks for no table that is cut. */
export function unfit(text: string): string[] {
  const plain = text.replace(/--.*$/gm, '')
  return asksNodes(plain) ? refusals.filter(([is]) => is(plain)).map(([, why]) => why) : []
}
