import type pg from 'pg'
import { type Clock, systemClock } from '../../base/clock.ts'
import { readSettings, type Settings } from '../../base/config/settings.ts'
import { openPool } from '../../base/db/pool.ts'
import { auditorDatabaseSettings, bootstrapDatabaseSettings, ownerDatabaseSettings } from '../../base/db/settings.ts'
import { journalVerifySettings } from '../../desk/journal/settings.ts'
import { apiSettings, deskProcessSettings, workerSettings } from '../../settings.ts'
import { gatewaySettings } from '../gateway.ts'

/** Every setting that some process reads: the doctor is given what they are given. */
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
export type Name = keyof All

/** A login of the gateway, by the setting that names it. */
export interface Login {
  setting: LoginSetting
  url: string
  pool: pg.Pool
}

const processLogins = ['DATABASE_URL', 'DATABASE_WORKER_URL', 'DATABASE_DESK_URL'] as const
const otherLogins = ['DATABASE_BOOTSTRAP_URL', 'DATABASE_AUDITOR_URL', 'DATABASE_OWNER_URL'] as const
export type LoginSetting = (typeof processLogins)[number] | (typeof otherLogins)[number]

/** What examinations stand on. Whatever is not set here, or wrongly, is absent: that it is wrong is a finding of its own. */
export interface Ground<Needed extends Name = never> {
  settings: Partial<All> & Required<Pick<All, Needed>>
  env: NodeJS.ProcessEnv
  clock: Clock
  /** Those of processes, of the API first. */
  logins: Login[]
  /** A login that is set. */
  login: (setting: LoginSetting) => Login
  close(): Promise<void>
}

/** Two examinations may ask under one login at a time; one that reads too much is given up before its time is. */
const CONNECTIONS = 2
const STATEMENT_TIMEOUT_MS = 8_000

export function openGround(env: NodeJS.ProcessEnv, clock: Clock = systemClock): Ground {
  const settings = readEach(env)
  const opened = [...processLogins, ...otherLogins].flatMap((setting): Login[] => {
    const url = settings[setting]
    return url === undefined ? [] : [{ setting, url, pool: openDoctorPool(url) }]
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

function openDoctorPool(connectionString: string): pg.Pool {
  return openPool({
    connectionString,
    size: CONNECTIONS,
    name: 'eclusa-doctor',
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  })
}

/** One by one, so that what is wrong with one keeps nobody from looking at the rest. */
function readEach(env: NodeJS.ProcessEnv): Partial<All> {
  const read: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(doctorSettings)) {
    try {
      Object.assign(read, readSettings({ [name]: schema }, env))
    } catch {
      // Told by the examination of the settings.
    }
  }
  return read
}
