import { expect, it } from 'vitest'
import { nameProblems } from '../names.ts'
import { readSources } from '../sources.ts'

const sources = readSources(['apps/gateway/src', 'apps/gateway/test', 'tools/testing'])

it('finds every name where it is declared and where it is used', () => {
  expect(nameProblems(sources)).toEqual([])
})

type Planted = [fault: string, path: string, change: (text: string) => string, told: string]

const storage = 'apps/gateway/src/areas/storage'
const planted: Planted[] = [
  [
    'an event that is told by nobody',
    `${storage}/expire-uploads.job.ts`,
    (text) => text.replace('storage.file.aborted(', 'told('),
    `storage.file.aborted happens nowhere: record(tx, storage.file.aborted(…)) where it does, or remove it from ${storage}/events.ts`,
  ],
  [
    'an event that is only quoted',
    `${storage}/expire-uploads.job.ts`,
    (text) => text.replace('storage.file.aborted(file)', "tell('storage.file.aborted')"),
    `storage.file.aborted happens nowhere: record(tx, storage.file.aborted(…)) where it does, or remove it from ${storage}/events.ts`,
  ],
  [
    'an event that is reached by a name put together',
    `${storage}/confirm-upload.ts`,
    (text) => text.replace('storage.file.refused(file)', 'storage.file[what](file)'),
    `${storage}/confirm-upload.ts puts the name of an event together: write storage.noun.past whole`,
  ],
  [
    'an event whose name is not its path',
    `${storage}/events.ts`,
    (text) => text.replace('    ready: event(', '    done: event('),
    `${storage}/events.ts declares storage.file.ready at storage.file.done: make the path of the object the name`,
  ],
  [
    'an event declared by a name put together',
    `${storage}/events.ts`,
    (text) => text.replace("'storage.file.ready'", '`storage.file.${past}`'),
    `${storage}/events.ts puts the name of an event together: write it whole, event('area.noun.past', …)`,
  ],
  [
    'a catalogue that is not listed',
    'apps/gateway/src/event-types.ts',
    (text) => text.replace('  storage,\n', ''),
    `${storage}/events.ts is in no catalogue: add its storage to eventTypes in apps/gateway/src/event-types.ts`,
  ],
  [
    'a job in a file of another name',
    `${storage}/expire-uploads.job.ts`,
    (text) => text.replace("job('expire-uploads'", "job('end-uploads'"),
    `${storage}/expire-uploads.job.ts declares the job end-uploads: move it to end-uploads.job.ts`,
  ],
  [
    'a job declared by a name put together',
    `${storage}/expire-uploads.job.ts`,
    (text) => text.replace("job('expire-uploads'", 'job(`expire-${noun}`'),
    `${storage}/expire-uploads.job.ts puts the name of a job together: write it whole, job('verb-noun', …)`,
  ],
  [
    'a job that no worker works',
    'apps/gateway/src/worker.ts',
    (text) => text.replace('  expireUploads,\n', ''),
    'expire-uploads is worked by nobody: add expireUploads to jobs in apps/gateway/src/worker.ts',
  ],
  [
    'a job that is never due',
    `${storage}/expire-uploads.job.ts`,
    (text) => text.replace(/^ {2}cron: .*\n/m, ''),
    `expire-uploads is never due: tx.enqueue(expireUploads, …) where it is, or give it a cron in ${storage}/expire-uploads.job.ts`,
  ],
  [
    'a job that is enqueued no more',
    'apps/gateway/src/areas/webhooks/recover-deliveries.ts',
    (text) => text.replace('enqueue(recoverWebhooks', 'enqueue(something'),
    'recover-webhooks is never due: tx.enqueue(recoverWebhooks, …) where it is, or give it a cron in apps/gateway/src/areas/webhooks/recover-webhooks.job.ts',
  ],
  [
    'a file of a job that declares none',
    `${storage}/expire-uploads.job.ts`,
    () => 'export const nothing = 1\n',
    `${storage}/expire-uploads.job.ts declares no job: declare one, or call it otherwise`,
  ],
  [
    'an operation that its area does not list',
    `${storage}/routes.ts`,
    (text) => text.replace(/, getFile\b|\bgetFile, /, ''),
    `getFile is in no table: add getFile to ${storage}/routes.ts`,
  ],
  [
    'an operation without an example',
    'tools/testing/examples.ts',
    (text) => text.replace('async getFile(', 'async getFyle('),
    'getFile has no example: add a call that succeeds to tools/testing/examples.ts',
  ],
  [
    'an area that is not listed',
    'apps/gateway/src/api.ts',
    (text) => text.replace('  ...storageRoutes,\n', ''),
    `${storage}/routes.ts is in no table: add storageRoutes to routes in apps/gateway/src/api.ts`,
  ],
  [
    'an error that is thrown by nobody',
    `${storage}/file-store.ts`,
    (text) => text.replace('fileIdTaken()', 'other()'),
    `STORAGE_FILE_ID_TAKEN is thrown by nobody: throw fileIdTaken() where it happens, or remove it from ${storage}/errors.ts`,
  ],
  [
    'an error whose code is put together',
    `${storage}/errors.ts`,
    (text) => text.replace("code: 'STORAGE_FILE_ID_TAKEN'", 'code: `STORAGE_${what}`'),
    `${storage}/errors.ts puts the code of fileIdTaken together: write it whole, fault({ code: 'AREA_WHAT', …`,
  ],
]

it.each(planted)('names %s, and the file to edit', (_, path, change, told) => {
  const text = sources.get(path)!
  const changed = change(text)
  expect(changed, 'the fault could not be planted').not.toBe(text)
  expect(nameProblems(new Map([...sources, [path, changed]]))).toContain(told)
})

it('names an operation without a test, and the test to write', () => {
  const without = new Map([...sources].filter(([path]) => path !== `${storage}/get-file.test.ts`))
  expect(nameProblems(without)).toContain(
    `getFile is tried by no test: write ${storage}/get-file.test.ts, or name it in a test of ${storage}`,
  )
})
