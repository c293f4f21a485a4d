import { readFileSync } from 'node:fs'
import { sweepSettings } from '@eclusa/gateway/src/areas/storage/settings.ts'
import { blocksOf } from '@eclusa/testing/guides/blocks.ts'
import { describe, expect, it } from 'vitest'
import { compare, type WrittenEntry } from '../restore/ledger.ts'
import { archiving, commands } from '../restore/pgbackrest.ts'

/**
 * The files that a restore drill depends on. The drill needs a server, a store and minutes; this test needs none of them.
 */
const read = (name: string) => readFileSync(new URL(`../../../deploy/pgbackrest/${name}`, import.meta.url), 'utf8')

describe('the guide', () => {
  // The test of all guides checks that the Portuguese one has the same blocks.
  const blocks = blocksOf('backup.md')

  it('shows the files as they are', () => {
    const shown = blocks.flatMap(({ file, code }) => (file ? [[file, code]] : []))
    const files = ['pgbackrest.conf', 'place.conf', 'archive.conf']
    expect(shown).toEqual(files.map((name) => [`deploy/pgbackrest/${name}`, read(name)]))
  })

  it.each(Object.values(commands))('shows what the drill does: %s', (command) => {
    expect(blocks.flatMap(({ code }) => code.split('\n'))).toContain(`sudo -u postgres ${command}`)
  })
})

describe('the files', () => {
  const conf = read('pgbackrest.conf')

  it('have encrypted backups in a store, and archive the log within a minute', () => {
    expect(conf).toMatch(/^repo1-type=s3$/m)
    expect(conf).toMatch(/^repo1-cipher-type=aes-256-cbc$/m)
    expect(archiving).toEqual([
      'archive_mode=on',
      'archive_command=pgbackrest --stanza=eclusa archive-push %p',
      'archive_timeout=60s',
    ])
  })

  it('have no secret, and no key that both of them set', () => {
    const keysOf = (text: string) => [...text.matchAll(/^([\w-]+)=/gm)].map(([, key]) => key!)
    expect(keysOf(conf).filter((key) => /key|pass/.test(key))).toEqual([])
    expect(keysOf(conf).filter((key) => keysOf(read('place.conf')).includes(key))).toEqual([])
  })

  it('reach no further back than files do', () => {
    const days = Number(/^repo1-retention-full=(\d+)$/m.exec(conf)![1])
    // A full backup expires once a newer one is old enough: a week more.
    expect((sweepSettings.STRAY_FILE_DAYS as { default?: number }).default).toBeGreaterThanOrEqual(days + 7)
  })
})

describe('the ledger compared with the restored database', () => {
  const written = (leaves: string, asked: number, acknowledged: number): WrittenEntry => ({
    leaves,
    asked,
    acknowledged,
  })
  const ledger = [
    written('first', 0, 10),
    written('second', 20, 99),
    written('third', 90, 110),
    written('last', 101, 130),
  ]
  const compareWith = (...found: string[]) => compare(ledger, new Set(found), 100)
  const well = { before: 2, after: 1, underWay: 1, missing: [], later: [], unasked: [] }

  it('is consistent, whatever happened to running requests', () => {
    expect(compareWith('first', 'second')).toEqual(well)
    expect(compareWith('first', 'second', 'third')).toEqual(well)
  })

  it.each([
    ['one that was acknowledged is missing', ['first'], { missing: ['second'] }],
    ['one that was asked for later is there', ['first', 'second', 'last'], { later: ['last'] }],
    ['one is there that nobody asked for', ['first', 'second', 'other'], { unasked: ['other'] }],
    ['all of it is missing', [], { missing: ['first', 'second'] }],
  ])('%s', (_, found, wrong) => {
    expect(compareWith(...found)).toEqual({ ...well, ...wrong })
  })

  it('counts a request as running that began or ended at that exact time', () => {
    const at = (one: WrittenEntry, found: string[]) => compare([one], new Set(found), 100)
    expect(at(written('one', 50, 100), [])).toMatchObject({ underWay: 1, missing: [] })
    expect(at(written('one', 100, 150), ['one'])).toMatchObject({ underWay: 1, later: [] })
    expect(at(written('one', 50, 99.9), [])).toMatchObject({ underWay: 0, missing: ['one'] })
  })
})
