/** Work done behind the requests. Its file is `verb-noun.job.ts`, its name `verb-noun`. */
export interface Job {
  name: string
  /** Present when the job runs by the clock rather than because something happened. */
  cron?: string
  /** How often a failed run is tried again before it is left for an operator to look at. */
  retryLimit: number
  run(data: unknown, job_id: string): Promise<void>
}
