import { readFileSync } from 'node:fs'
import type { PgbenchScript } from './baseline.ts'
import type { BenchEnvironment } from './environment.ts'
import { ACCOUNTS } from './workloads.ts'

const fileOf = (name: string) => readFileSync(new URL(`baselines/${name}`, import.meta.url), 'utf8')

/** The minimal floor of a PATCH: handwritten SQL with the same guarantees, on tables of its own with the same rows. */
export async function createMinimal({ admin, user }: BenchEnvironment): Promise<PgbenchScript> {
  await admin.query(fileOf('minimal-schema.sql'))
  return { text: fileOf('minimal.sql'), defines: { user_id: user.user_id, targets: String(ACCOUNTS) } }
}
