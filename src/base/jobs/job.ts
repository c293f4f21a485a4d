import Type, { type Static, type TObject, type TSchema } from 'typebox'

/**
 * Work done behind the requests. Its file is `verb-noun.job.ts`, its queue `verb-noun`: one declaration is the queue, the
 * shape of what is put into it, and the hand that takes it out.
 */
export interface Job<Services = never, Data = never> {
  name: string
  /** What a request or another job hands over: ids, and nothing that the rows do not know better. */
  data: TSchema
  /** Present when the job runs by the clock rather than because something happened. */
  cron?: string
  /** How often a failed run is tried again before it is left for an operator to look at. */
  retryLimit: number
  run(services: Services, data: Data, job_id: string): Promise<void>
}

interface Declaration<Services, Shape extends TSchema> {
  data?: Shape
  cron?: string
  retryLimit: number
  run: (services: Services, data: Static<Shape>, job_id: string) => Promise<void>
}

/** Declares a job. It is put into its queue by `tx.enqueue(job, data)`; one that nobody enqueues has a `cron`. */
export function job<Services, Shape extends TSchema = TObject<{}>>(
  name: string,
  { data, ...declaration }: Declaration<Services, Shape>,
): Job<Services, Static<Shape>> {
  return { name, data: data ?? Type.Object({}), ...declaration }
}
