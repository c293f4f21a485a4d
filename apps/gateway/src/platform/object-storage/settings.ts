import Type from 'typebox'
import { httpUrl, neededWith } from '../config/kinds.ts'

export const objectStoreSettings = {
  OBJECT_STORE: Type.Unsafe<'s3' | 'disk'>(
    Type.String({ pattern: '^(s3|disk)$', description: 'where files are kept: s3 or disk' }),
  ),
  OBJECT_STORE_TIMEOUT_MS: Type.Integer({
    minimum: 100,
    maximum: 20_000,
    default: 4_000,
    description: 'timeout of one call to the store, without the transfer of the content',
  }),
  OBJECT_DISK_PATH: Type.Optional(
    Type.String({
      pattern: '^/.*[^/]$',
      description: 'folder that holds the files',
      ...neededWith('OBJECT_STORE', 'disk'),
    }),
  ),
  S3_ENDPOINT: Type.Optional(httpUrl('address of the store; absent for AWS itself')),
  S3_REGION: Type.String({ minLength: 1, default: 'us-east-1', description: 'region of the bucket' }),
  S3_BUCKET: Type.Optional(
    Type.String({
      pattern: '^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$',
      description: 'bucket that holds the files',
      ...neededWith('OBJECT_STORE', 's3'),
    }),
  ),
  S3_ACCESS_KEY_ID: Type.Optional(
    Type.String({ minLength: 1, description: 'access key of the bucket', ...neededWith('OBJECT_STORE', 's3') }),
  ),
  S3_SECRET_ACCESS_KEY: Type.Optional(
    Type.String({
      minLength: 1,
      description: 'secret of that access key',
      secret: true,
      ...neededWith('OBJECT_STORE', 's3'),
    }),
  ),
  UPLOAD_BUFFERS: Type.Integer({
    minimum: 2,
    maximum: 1_000,
    default: 8,
    description: 'upload buffers of five MiB that all uploads to S3 share',
  }),
  PUBLIC_URL: Type.Optional(
    httpUrl('base URL callers use, no final slash', {
      pattern: '^https?://[^/]+$',
      ...neededWith('OBJECT_STORE', 'disk'),
    }),
  ),
}
