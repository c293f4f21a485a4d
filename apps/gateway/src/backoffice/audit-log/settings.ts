import Type from 'typebox'
import { httpUrl, neededWith } from '../../platform/config/kinds.ts'

/** The anchor store: for the worker that writes anchors and the command that verifies them. */
export const anchorPlaceSettings = {
  JOURNAL_ANCHORS: Type.Optional(
    Type.Unsafe<'s3' | 'disk'>(
      Type.String({
        pattern: '^(s3|disk)$',
        description: "where the journal's signed heads are put, out of reach of who owns the database: s3 or disk",
      }),
    ),
  ),
  JOURNAL_ANCHOR_BUCKET: Type.Optional(
    Type.String({
      pattern: '^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$',
      description: 'bucket of the anchors, of this gateway alone, with object lock',
      ...neededWith('JOURNAL_ANCHORS', 's3'),
    }),
  ),
  JOURNAL_ANCHOR_ENDPOINT: Type.Optional(httpUrl('address of the store of the anchors; absent for AWS itself')),
  JOURNAL_ANCHOR_REGION: Type.String({
    minLength: 1,
    default: 'us-east-1',
    description: 'region of the bucket of the anchors',
  }),
  JOURNAL_ANCHOR_ACCESS_KEY_ID: Type.Optional(
    Type.String({
      minLength: 1,
      description: 'access key that may put, get and list there, and not delete',
      ...neededWith('JOURNAL_ANCHORS', 's3'),
    }),
  ),
  JOURNAL_ANCHOR_SECRET_ACCESS_KEY: Type.Optional(
    Type.String({
      minLength: 1,
      description: 'secret of that access key',
      secret: true,
      ...neededWith('JOURNAL_ANCHORS', 's3'),
    }),
  ),
  JOURNAL_ANCHOR_PATH: Type.Optional(
    Type.String({
      pattern: '^/.*[^/]$',
      description: 'folder of the anchors, on a disk that is not the database server’s',
      ...neededWith('JOURNAL_ANCHORS', 'disk'),
    }),
  ),
}

export const anchoringSettings = {
  ...anchorPlaceSettings,
  JOURNAL_ANCHOR_RETENTION_DAYS: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 36_500,
      description: 'how long the bucket locks each anchor against deletion and change (object lock, COMPLIANCE)',
    }),
  ),
  JOURNAL_SIGNING_KEY: Type.Optional(
    Type.String({
      pattern: '^-----BEGIN PRIVATE KEY',
      description: 'Ed25519 key that signs the head of the audit log, as PEM',
      secret: true,
      ...neededWith('JOURNAL_ANCHORS'),
    }),
  ),
}

export const journalVerifySettings = {
  ...anchorPlaceSettings,
  JOURNAL_VERIFY_KEY: Type.Optional(
    Type.String({
      pattern: '^-----BEGIN PUBLIC KEY',
      description: 'public key of the anchors, as PEM; during a rotation both, one after the other',
      ...neededWith('JOURNAL_ANCHORS'),
    }),
  ),
}
