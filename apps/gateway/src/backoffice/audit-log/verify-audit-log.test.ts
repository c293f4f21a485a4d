import { createTestAuditLog, rewriteChain, type TestJournal, writeAct } from '@eclusa/testing/audit-log.ts'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openPool } from '../../platform/db/pool.ts'
import { type HashedEntry, hashEntry, hashedColumns } from './stored-entry.ts'

/** An attack by the database owner, and what verification finds. */
let test: TestJournal
beforeEach(async () => {
  test = await createTestAuditLog()
})
afterEach(() => test.close())

/** The owner of the schema can disable the triggers. */
async function asOwner(...statements: string[]): Promise<void> {
  await test.owner.query('alter table audit_log disable trigger user')
  for (const statement of statements) await test.owner.query(statement)
  await test.owner.query('alter table audit_log enable trigger user')
}

/** The first break of each check that found one. */
async function breaks(given?: Parameters<TestJournal['verify']>[0]) {
  const verdicts = await test.verify(given)
  return Object.fromEntries(
    Object.entries(verdicts).flatMap(([check, { broken }]) =>
      broken ? [[check, `${broken.kind} ${broken.where}`]] : [],
    ),
  )
}

/** Forty entries, the first thirty more than an hour old, and an anchor after every ten. */
async function fortyEntries(): Promise<void> {
  await test.write(30)
  await rewriteChain(test.owner, `update audit_log set at = at - interval '2 hours'`)
  await test.anchor()
  await test.write(5)
  await test.anchor()
  await test.write(5)
  await test.anchor()
  expect(await breaks()).toEqual({})
}

describe('the journal', () => {
  it('is valid, entry by entry, and reports how many were checked', async () => {
    await fortyEntries()
    const { journal, anchors, anchored } = await test.verify()
    expect([journal!.seen, anchors!.seen, anchored!.seen]).toEqual([40, 3, 3])
  })

  it('is hashed here as the database hashes it, whatever an entry contains', async () => {
    const text = fc.string({ unit: 'binary', maxLength: 30 }).filter((s) => !s.includes('\0') && s.isWellFormed())
    const maybe = fc.option(text)
    const json = fc.dictionary(
      text,
      fc.oneof(
        text,
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.boolean(),
        fc.constant(null),
        fc.array(text),
      ),
    )
    const acts = fc.record({
      actor_id: text,
      actor_name: text,
      role: text,
      credential_id: maybe,
      network: maybe,
      operation: text,
      reason: maybe,
      user_id: fc.option(fc.uuid()),
      subject_type: text,
      subject_id: text,
      proposal_id: fc.option(fc.uuid()),
      request_id: text,
      changes: json,
    })
    await fc.assert(
      fc.asyncProperty(acts, fc.option(fc.uint8Array({ maxLength: 40 })), async (act, sealed) => {
        await test.desk.query('select write_audit_log($1, $2)', [
          JSON.stringify({ ...act, actor_kind: 'person', records: [] }),
          sealed && Buffer.from(sealed),
        ])
        const { rows } = await test.desk.query<HashedEntry>(
          `select ${hashedColumns} from audit_log order by audit_log.sequence desc limit 1`,
        )
        expect(hashEntry(rows[0]!).equals(rows[0]!.hash)).toBe(true)
      }),
      { numRuns: 300 },
    )
    expect(await breaks({})).toMatchObject({ anchors: expect.stringContaining('ANCHORS_MISSING') as string })
  })

  it('has no gap with fifty concurrent writers', async () => {
    const pool = openPool({ connectionString: test.db.desk, size: 50, name: 'writers' })
    await Promise.all(
      Array.from({ length: 50 }, async (_, n) => {
        for (let i = 0; i < 4; i += 1) await writeAct(pool, n)
      }),
    )
    await pool.end()
    await test.anchor()
    expect(await breaks()).toEqual({})
    expect((await test.verify())['journal']!.seen).toBe(200)
  })
})

describe('the owner of the database', () => {
  beforeEach(fortyEntries)

  it('is refused while the triggers exist', async () => {
    for (const statement of [
      'delete from audit_log',
      'update audit_log set role = role',
      'truncate audit_log',
      'delete from audit_log_head',
    ])
      await expect(test.owner.query(statement)).rejects.toThrow('only ever added to')
  })

  it('deletes the last hour, and the head with it', async () => {
    await asOwner(
      `delete from audit_log where at > now() - interval '1 hour'`,
      'update audit_log_head head set sequence = entry.sequence, hash = entry.hash from audit_log entry where entry.sequence = (select max(sequence) from audit_log)',
    )
    expect(await breaks()).toEqual({ anchored: 'CUT entry 30' })
    expect((await test.verify())['anchored']!.broken!.what).toMatch(/entry 40 was signed at/)
  })

  it('deletes the last hour and not the head', async () => {
    await asOwner(`delete from audit_log where at > now() - interval '1 hour'`)
    expect(await breaks()).toEqual({ journal: 'REMOVED the end, entry 30', anchored: 'CUT entry 30' })
  })

  it('deletes one in the middle', async () => {
    await asOwner('delete from audit_log where sequence = 17')
    expect(await breaks()).toMatchObject({ journal: expect.stringMatching(/^REMOVED entry 18 /) as string })
  })

  it('deletes one in the middle and renumbers the others', async () => {
    await asOwner(
      'delete from audit_log where sequence = 17',
      'update audit_log set sequence = sequence - 1 where sequence > 17',
    )
    expect(await breaks()).toMatchObject({ journal: expect.stringMatching(/^CHANGED entry 17 /) as string })
  })

  it.each([
    `reason = 'another'`,
    'reason = null',
    `at = at + interval '1 millisecond'`,
    `actor_id = 'sub-bruno'`,
    `changes = '{"status": ["PENDING", "REJECTED"]}'`,
    `sealed = '\\x00'`,
    `records = '[{"table": "users", "key": "x", "digest": null}]'`,
    `previous_hash = hash`,
    `hash = previous_hash`,
  ])('changes one: %s', async (change) => {
    await asOwner(`update audit_log set ${change} where sequence = 12`)
    expect(await breaks()).toMatchObject({ journal: expect.stringMatching(/^CHANGED entry 12 /) as string })
  })

  it('changes one and recomputes its hash', async () => {
    await asOwner(
      `update audit_log set reason = 'another' where sequence = 12`,
      'update audit_log entry set hash = audit_log_hash(entry) where sequence = 12',
    )
    expect(await breaks()).toMatchObject({ journal: expect.stringMatching(/^DOES_NOT_FOLLOW entry 13 /) as string })
  })

  it('inserts one at the end, after the head', async () => {
    await asOwner(
      `insert into audit_log select (jsonb_populate_record(entry, '{"sequence": 41}')).* from audit_log entry where sequence = 40`,
      'update audit_log entry set previous_hash = (select hash from audit_log where sequence = 40) where sequence = 41',
      'update audit_log entry set hash = audit_log_hash(entry) where sequence = 41',
    )
    expect(await breaks()).toEqual({ journal: 'PUT_IN the end, entry 41' })
  })

  it('inserts one in the middle, and renumbers the others', async () => {
    await asOwner(
      `insert into audit_log select (jsonb_populate_record(entry, '{"sequence": 0}')).* from audit_log entry where sequence = 1`,
      'update audit_log set sequence = sequence + 1000 where sequence between 5 and 40',
      `update audit_log set sequence = 5 where sequence = 0`,
      'update audit_log set sequence = sequence - 999 where sequence > 1000',
    )
    expect(await breaks()).toMatchObject({ journal: expect.stringMatching(/^CHANGED entry 5 /) as string })
  })

  it('rewrites the whole chain with correct hashes', async () => {
    await rewriteChain(test.owner, `update audit_log set reason = 'another' where sequence = 33`)
    expect(await breaks()).toEqual({ anchored: expect.stringMatching(/^REWRITTEN entry 35, anchored at/) as string })
    const { anchored } = await test.verify()
    expect(anchored!.broken!.what).toContain('after entry 30')
  })

  it('swaps two', async () => {
    await asOwner(
      'update audit_log set sequence = 0 where sequence = 20',
      'update audit_log set sequence = 20 where sequence = 21',
      'update audit_log set sequence = 21 where sequence = 0',
    )
    expect(await breaks()).toMatchObject({ journal: expect.stringMatching(/^CHANGED entry 20 /) as string })
  })

  it('swaps two and recomputes their hashes and the chain after them', async () => {
    await rewriteChain(
      test.owner,
      'update audit_log set sequence = 0 where sequence = 20; update audit_log set sequence = 20 where sequence = 21; update audit_log set sequence = 21 where sequence = 0',
    )
    expect(await breaks()).toEqual({ anchored: expect.stringMatching(/^REWRITTEN entry 30, anchored at/) as string })
  })

  it('replaces the hash function, and changes an entry under it', async () => {
    await asOwner(
      `update audit_log set reason = 'another' where sequence = 12`,
      `create or replace function audit_log_hash(entry audit_log) returns bytea language sql stable return entry.hash`,
      `create function encode(bytea, varchar) returns text language sql return 'nothing'`,
    )
    expect(await breaks()).toMatchObject({ journal: expect.stringMatching(/^CHANGED entry 12 /) as string })
  })

  it('moves the head back, or removes it', async () => {
    await test.owner.query('update audit_log_head set sequence = 39')
    expect(await breaks()).toEqual({ journal: 'PUT_IN the end, entry 40' })
    await test.owner.query(`update audit_log_head set sequence = 40, hash = '\\x00'`)
    expect(await breaks()).toEqual({ journal: 'HEAD_DIFFERS the end, entry 40' })
    await test.owner.query('alter table audit_log_head disable trigger user; delete from audit_log_head')
    expect(await breaks()).toEqual({ journal: 'HEAD_DIFFERS the end, entry 40' })
  })

  it('restores an older copy', async () => {
    const older = await test.copy()
    await test.write(3)
    await test.anchor()
    expect(await breaks()).toEqual({})
    expect(await breaks({ database: older.urls.auditor })).toEqual({ anchored: 'CUT entry 40' })
    await older.drop()
  })

  it('empties the journal', async () => {
    await asOwner('truncate audit_log', `update audit_log_head set sequence = 0, hash = ''`)
    expect(await breaks()).toEqual({ anchored: 'CUT entry 0' })
  })
})
