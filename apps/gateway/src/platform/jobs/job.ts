import Type, { type Static, type TObject, type TSchema } from 'typebox'

/**
 * Background job. Its file is `verb-noun.job.ts` and its queue `verb-noun`. One declaration gives the queue, the schema of its
 * data and the function that runs it.
 */
export interface Job<Services = never, Data = never> {
  name: string
  /** Data from a request or another job: ids only. Everything else is read from the rows when the job runs. */
  data: TSchema
  /** Present when the job runs on a schedule and not because of an event. */
  cron?: string
  /** How often a failed run is retried before an operator has to look at it. */
  retryLimit: number
  run(services: Services, data: Data, job_id: string): Promise<void>
}

interface JobDeclaration<Services, Shape extends TSchema> {
  data?: Shape
  cron?: string
  retryLimit: number
  run: (services: Services, data: Static<Shape>, job_id: string) => Promise<void>
}

/** Declares a job. `tx.enqueue(job, data)` puts it into its queue. A job that is never enqueued has a `cron`. */
export function job<Services, Shape extends TSchema = TObject<{}>>(
  name: string,
  { data, ...declaration }: JobDeclaration<Services, Shape>,
): Job<Services, Static<Shape>> {
  return { name, data: data ?? Type.Object({}), ...declaration }
}
