import Type from 'typebox'
import { postgresUrl } from '../config/kinds.ts'

/** One database login for each role. A process gets only those it uses. */
export const databaseSettings = {
  DATABASE_URL: postgresUrl('login of a member of the role eclusa_api'),
  DATABASE_POOL_SIZE: Type.Integer({ minimum: 1, maximum: 500, default: 10, description: 'connections per process' }),
}

export const workerDatabaseSettings = {
  DATABASE_WORKER_URL: postgresUrl('login of a member of the role eclusa_worker'),
}

export const bootstrapDatabaseSettings = {
  DATABASE_BOOTSTRAP_URL: postgresUrl('login of a member of the role eclusa_bootstrap'),
}

export const auditorDatabaseSettings = {
  DATABASE_AUDITOR_URL: postgresUrl('login of a member of the role eclusa_auditor, which reads and cannot write'),
}

export const ownerDatabaseSettings = {
  DATABASE_OWNER_URL: postgresUrl('login that owns the schema and may create roles'),
}
