import type pg from 'pg'
import { journalVerifySettings } from '../../backoffice/audit-log/settings.ts'
import { type Clock, systemClock } from '../../platform/clock.ts'
import { readSettings, type Settings } from '../../platform/config/settings.ts'
import { openPool } from '../../platform/db/pool.ts'
import {
  auditorDatabaseSettings,
  bootstrapDatabaseSettings,
  ownerDatabaseSettings,
} from '../../platform/db/settings.ts'
import { apiSettings, deskProcessSettings, workerSettings } from '../../settings.ts'
import { gatewaySettings } from '../gateway.ts'

/** The settings of all processes. */
const doctorSettings = {
  ...deskProcessSettings,
  ...workerSettings,
  ...apiSettings,
  ...bootstrapDatabaseSettings,
  ...auditorDatabaseSettings,
  ...ownerDatabaseSettings,
  ...journalVerifySettings,
  ECLUSA_TOKEN: gatewaySettings.ECLUSA_TOKEN,
}

type All = Settings<typeof doctorSettings>
export type DiagnosticNeed = keyof All

/** A database login of the gateway, by the setting that contains it. */
export interface Login {
  setting: LoginSetting
  url: string
  pool: pg.Pool
}

const processLogins = ['DATABASE_URL', 'DATABASE_WORKER_URL', 'DATABASE_DESK_URL'] as const
const otherLogins = ['DATABASE_BOOTSTRAP_URL', 'DATABASE_AUDITOR_URL', 'DATABASE_OWNER_URL'] as const
export type LoginSetting = (typeof processLogins)[number] | (typeof otherLogins)[number]

/** The context of the checks. Missing and invalid settings are absent; an invalid one is a finding of its own. */
export interface DoctorContext<Needed extends DiagnosticNeed = never> {
  settings: Partial<All> & Required<Pick<All, Needed>>
  env: NodeJS.ProcessEnv
  clock: Clock
  /** The logins of the processes, starting with the API's. */
  logins: Login[]
  /** A configured login. */
  login: (setting: LoginSetting) => Login
  close(): Promise<void>
}

/** Two checks may use one login at once; a slow query is cancelled before the check's timeout. */
const CONNECTIONS = 2
const STATEMENT_TIMEOUT_MS = 8_000

export function createDoctorContext(env: NodeJS.ProcessEnv, clock: Clock = systemClock): DoctorContext {
  const settings = readEach(env)
  const opened = [...processLogins, ...otherLogins].flatMap((setting): Login[] => {
    const url = settings[setting]
    return url === undefined ? [] : [{ setting, url, pool: createDoctorPool(url) }]
  })
  return {
    settings,
    env,
    clock,
    logins: opened.filter(({ setting }) => processLogins.some((one) => one === setting)),
    login: (wanted) => opened.find(({ setting }) => setting === wanted)!,
    async close() {
      await Promise.all(opened.map(({ pool }) => pool.end()))
    },
  }
}

function createDoctorPool(connectionString: string): pg.Pool {
  return openPool({
    connectionString,
    size: CONNECTIONS,
    name: 'eclusa-doctor',
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  })
}

/** Reads settings one by one, so that an invalid one does not prevent the checks of the others. */
function readEach(env: NodeJS.ProcessEnv): Partial<All> {
  const read: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(doctorSettings)) {
    try {
      Object.assign(read, readSettings({ [name]: schema }, env))
    } catch {
      // Reported by the check of the settings.
    }
  }
  return read
}
