import { gauge, histogram } from '../observability/metric.ts'

export const jobDuration = histogram('eclusa_job_duration_seconds', {
  unit: 'seconds',
  labels: ['job_name', 'outcome'],
  help: 'runs of each job, by result: done or failed; a failed run is retried as often as its job declares',
  by: ['worker'],
})

export const jobsWaiting = gauge('eclusa_jobs_waiting', {
  labels: ['job_name'],
  help: 'due jobs that no worker has taken; counted up to 1000 for each queue',
  by: ['worker'],
})

export const jobsOldestAge = gauge('eclusa_jobs_oldest_age_seconds', {
  unit: 'seconds',
  labels: ['job_name'],
  help: 'how long the oldest due job of each queue has been waiting; 0 when none waits',
  by: ['worker'],
})
