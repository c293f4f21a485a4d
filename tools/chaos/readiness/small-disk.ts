import { execFile } from 'node:child_process'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { asAdmin, createDatabase } from '@eclusa/simulators/database.ts'
import type { CreateDatabase } from '@eclusa/testing/processes/gateway-environment.ts'

const NOBODY = 65_534
const run = promisify(execFile)

/** A small file system for the tables of a database. WAL is on another disk. Mounting needs root. */
export interface SmallDisk {
  /** Creates a database with its tables there. */
  create: CreateDatabase
  /** Fills the file system to the last byte. */
  fill(): Promise<void>
  empty(): Promise<void>
  remove(): Promise<void>
}

export async function createSmallDisk(megabytes: number): Promise<SmallDisk> {
  const disk = await mkdtemp(join(tmpdir(), 'eclusa-small-disk-'))
  await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0777`, 'tmpfs', disk])
  await chown(disk, NOBODY, NOBODY)
  const filler = join(disk, 'filler')
  return {
    async create(adminUrl, name) {
      const urls = await createDatabase(adminUrl, name)
      await asAdmin(adminUrl, async (admin) => {
        await admin.query(`create tablespace small location '${disk}'`)
        await admin.query(`alter database ${name} set tablespace small`)
      })
      return urls
    },
    fill: () => writeFile(filler, Buffer.alloc(megabytes << 20)).catch(() => {}),
    empty: () => rm(filler, { force: true }),
    async remove() {
      await run('umount', [disk])
      await rm(disk, { recursive: true })
    },
  }
}
