import { approvals } from './approvals.ts'
import { archive } from './archive.ts'
import { journal } from './audit-log.ts'
import { clocks } from './clocks.ts'
import type { Diagnostic } from './diagnostic.ts'
import { dict } from './dict.ts'
import { issuers } from './issuers.ts'
import { logins } from './logins.ts'
import { objects } from './objects.ts'
import { partners } from './partners.ts'
import { proxies } from './proxies.ts'
import { queues } from './queues.ts'
import { replication } from './replication.ts'
import { rights } from './rights.ts'
import { schema } from './schema.ts'
import { secrets } from './secrets.ts'
import { server } from './server.ts'
import { sessions } from './sessions.ts'
import { settingsGiven } from './settings-given.ts'
import { webhooks } from './webhooks.ts'

/** Table of contents: every check of the doctor. */
export const examinations: Diagnostic[] = [
  ...settingsGiven,
  ...server,
  ...archive,
  ...sessions,
  ...replication,
  ...logins,
  ...schema,
  ...rights,
  ...clocks,
  ...queues,
  ...journal,
  ...approvals,
  ...secrets,
  ...issuers,
  ...objects,
  ...dict,
  ...partners,
  ...webhooks,
  ...proxies,
]
