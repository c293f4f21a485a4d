/**
 * What a migration says of itself in its first lines, one mark on each:
 *
 *   -- breaking    a process of the version before must not run on what it leaves
 *   -- in steps    it is too long for one transaction (steps.ts)
 */
type Mark = '-- breaking' | '-- in steps'
const marks = /^(?:-- (?:breaking|in steps)\n)+/

export function isMarked(sql: string, mark: Mark): boolean {
  const [head = ''] = marks.exec(sql) ?? []
  return head.split('\n').includes(mark)
}
