import { gauge, histogram } from '../observability/metric.ts'

export const jobDuration = histogram('eclusa_job_duration_seconds', {
  unit: 'seconds',
  labels: ['job_name', 'outcome'],
  help: 'runs of each job, by whether they were done or failed; a failed one is tried again as often as its job says',
  by: ['worker'],
})

export const jobsWaiting = gauge('eclusa_jobs_waiting', {
  labels: ['job_name'],
  help: 'jobs whose time has come and that nobody has in hand; counted up to 1000 for each queue',
  by: ['worker'],
})

export const jobsOldestAge = gauge('eclusa_jobs_oldest_age_seconds', {
  unit: 'seconds',
  labels: ['job_name'],
  help: 'how long ago the time came of the oldest job that waits in each queue; 0 when none does',
  by: ['worker'],
})
