import { crossborderSettings } from './areas/crossborder/settings.ts'
import { roomSettings } from './areas/developer-portal/settings.ts'
import { livenessPageSettings } from './areas/liveness-page/settings.ts'
import { onboardingSettings } from './areas/onboarding/settings.ts'
import { stepSettings } from './areas/onboarding/steps/settings.ts'
import { videoSettings } from './areas/onboarding/videos/settings.ts'
import { followSettings, fundRecoverySettings } from './areas/pix-fund-recovery/settings.ts'
import { infractionSettings } from './areas/pix-infractions/settings.ts'
import { refundSettings } from './areas/pix-refunds/settings.ts'
import { simulationSettings } from './areas/simulations/settings.ts'
import { storageSettings, sweepSettings } from './areas/storage/settings.ts'
import { anchoringSettings, journalVerifySettings } from './backoffice/audit-log/settings.ts'
import { peopleSettings } from './backoffice/auth/settings.ts'
import { liveSettings } from './backoffice/realtime/settings.ts'
import { deskSettings } from './backoffice/settings.ts'
import { deliverySettings } from './events/delivery/settings.ts'
import { eventSettings } from './events/settings.ts'
import { apiKeySettings, keyMakingSettings, tokenSettings } from './http/auth/settings.ts'
import { operatorPortSettings } from './http/internal-api/settings.ts'
import { requestLogSettings } from './http/request-log/settings.ts'
import { gateSettings, signingSettings, strangerSettings } from './http/settings.ts'
import { billetRegistrySettings } from './partners/billet-registry/settings.ts'
import { dictSettings } from './partners/dict/settings.ts'
import { onboardingChecksSettings } from './partners/onboarding-checks/settings.ts'
import { installationSettings } from './platform/config/installation.ts'
import { readSettings, type Settings } from './platform/config/settings.ts'
import {
  auditorDatabaseSettings,
  bootstrapDatabaseSettings,
  databaseSettings,
  ownerDatabaseSettings,
  workerDatabaseSettings,
} from './platform/db/settings.ts'
import { internalSettings } from './platform/http/settings.ts'
import { jobSettings } from './platform/jobs/settings.ts'
import { scanSettings } from './platform/malware-scan/settings.ts'
import { objectStoreSettings } from './platform/object-storage/settings.ts'
import { logSettings, traceSettings } from './platform/observability/settings.ts'

/**
 * The settings of each process, composed from the folders that read them. No default points at a real host, and
 * secrets are marked so that no report prints them.
 */

const everyProcess = {
  ...installationSettings,
  ...logSettings,
  ...internalSettings,
  ...databaseSettings,
  ...objectStoreSettings,
}

export const apiSettings = {
  ...everyProcess,
  ...traceSettings,
  ...gateSettings,
  ...requestLogSettings,
  ...tokenSettings,
  ...apiKeySettings,
  ...signingSettings,
  ...storageSettings,
  ...scanSettings,
  ...dictSettings,
  ...fundRecoverySettings,
  ...videoSettings,
  ...livenessPageSettings,
  ...onboardingSettings,
  ...billetRegistrySettings,
  ...roomSettings,
  ...simulationSettings,
}

export const workerSettings = {
  ...everyProcess,
  ...traceSettings,
  ...workerDatabaseSettings,
  ...operatorPortSettings,
  ...signingSettings,
  ...deliverySettings,
  ...eventSettings,
  ...jobSettings,
  ...requestLogSettings,
  ...dictSettings,
  ...followSettings,
  ...infractionSettings,
  ...refundSettings,
  ...onboardingChecksSettings,
  ...stepSettings,
  ...crossborderSettings,
  ...sweepSettings,
  ...anchoringSettings,
}

/** The settings of the backoffice process. */
export const deskProcessSettings = {
  ...logSettings,
  ...traceSettings,
  ...internalSettings,
  ...deskSettings,
  ...liveSettings,
  ...peopleSettings,
  ...strangerSettings,
  ...objectStoreSettings,
  ...signingSettings,
  ...dictSettings,
  ...keyMakingSettings,
}

export const migrateSettings = { ...installationSettings, ...logSettings, ...ownerDatabaseSettings }

/** The settings of the bootstrap commands, which run before there is a backoffice user. */
export const bootstrapSettings = bootstrapDatabaseSettings

/** The settings of the import command: records are ingested as in the worker. */
export const importSettings = workerDatabaseSettings

/**
 * The settings for verifying the audit log and its range digests against the anchors: a read-only login, and no secret
 * of the gateway.
 */
export const journalSettings = { ...auditorDatabaseSettings, ...eventSettings, ...journalVerifySettings }

/** The settings for anchoring by hand, as the worker does. */
export const anchorSettings = { ...workerDatabaseSettings, ...anchoringSettings }

/** The settings for counting values per key: the backoffice login, and the secrets as the processes have them. */
export const secretsSettings = {
  DATABASE_DESK_URL: deskSettings.DATABASE_DESK_URL,
  ...signingSettings,
  DESK_SECRET: deskSettings.DESK_SECRET,
  API_KEY_PEPPER: apiKeySettings.API_KEY_PEPPER,
}

export const keySettings = { ...bootstrapSettings, ...keyMakingSettings }

export type ApiSettings = Settings<typeof apiSettings>
export type WorkerSettings = Settings<typeof workerSettings>
export type DeskSettings = Settings<typeof deskProcessSettings>

export const readApiSettings = (env: NodeJS.ProcessEnv): ApiSettings => readSettings(apiSettings, env)
export const readWorkerSettings = (env: NodeJS.ProcessEnv): WorkerSettings => readSettings(workerSettings, env)
export const readDeskSettings = (env: NodeJS.ProcessEnv): DeskSettings => readSettings(deskProcessSettings, env)
