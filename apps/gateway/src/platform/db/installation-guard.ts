import type pg from 'pg'
import type { Installation } from '../config/installation.ts'
import { type Check, notReady, ready } from '../http/readiness.ts'
import { plain } from './pipeline.ts'

/** How soon a process notices that its database was replaced by another one. */
const WATCH_MS = 1_000

/**
 * A test clock is created at the first migration of a test installation and never on a live one, so the database itself records
 * its mode.
 */
export const readInstallation = plain(
  `select case when to_regnamespace('clock') is null then 'live' else 'test' end as installation`,
)

/** The database belongs to an installation of the other mode. */
export class InstallationMismatch extends Error {
  constructor(found: Installation, own: Installation) {
    super(
      `the database belongs to a ${found} installation, and INSTALLATION of this process is ${own}: ` +
        'connect it to its own database, or set INSTALLATION alike everywhere and migrate a new one',
    )
    this.name = 'InstallationMismatch'
  }
}

/** Rejects when the database belongs to an installation of the other mode. */
export async function requireInstallation(pool: pg.Pool, own: Installation): Promise<void> {
  const { rows } = await pool.query<{ installation: Installation }>(readInstallation)
  const { installation } = rows[0]!
  if (installation !== own) throw new InstallationMismatch(installation, own)
}

export interface InstallationGuard {
  /** Set while there is a mismatch. Every request is then refused. */
  readonly mismatch: InstallationMismatch | undefined
  /** Checks now. Rejects with the mismatch, or because the database does not answer. */
  verify(): Promise<void>
  /** Resolves when a mismatch is found. The process then has to end. */
  found: Promise<InstallationMismatch>
  check: Check
  close(): void
}

/** Guard against a mode mismatch: a process with INSTALLATION=test never works on a live database, nor the reverse. */
export function createInstallationGuard(pool: pg.Pool, own: Installation): InstallationGuard {
  const { promise: found, resolve: resolveFound } = Promise.withResolvers<InstallationMismatch>()
  let mismatch: InstallationMismatch | undefined

  async function verify(): Promise<void> {
    try {
      await requireInstallation(pool, own)
      mismatch = undefined
    } catch (error) {
      if (error instanceof InstallationMismatch) resolveFound((mismatch = error))
      throw error
    }
  }
  const watch = setInterval(() => void verify().catch(() => {}), WATCH_MS).unref()

  return {
    get mismatch() {
      return mismatch
    },
    verify,
    found,
    check: {
      name: 'installation',
      unanswered: {
        reason: 'the database does not answer',
        action: 'check that the server runs, has free disk space and is reachable from here',
      },
      async look() {
        await verify().catch((error: unknown) => {
          if (!(error instanceof InstallationMismatch)) throw error
        })
        return mismatch ? notReady(mismatch.message, 'this process ends; start it with its own database') : ready
      },
    },
    close: () => clearInterval(watch),
  }
}
