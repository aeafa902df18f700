import { type ComponentStatus, severityOf, worse } from '../state/model.ts';
import type { HealthSettings } from '../state/settings.ts';
import type { ServiceEvidence } from './evidence.ts';

interface Judgement {
  readonly status: ComponentStatus;
  /** Reason in one sentence, for people. */
  readonly reason: string;
}

/**
 * Judges a service with a heartbeat. Its requests to itself decide whether it is out, because clients can neither make
 * them fail nor outnumber them. Responses to clients can at most degrade it, because clients choose their requests and
 * rate; only a service without requests to itself is judged by them alone. Refused requests are overload, never an
 * outage.
 */
export function judgeService(service: ServiceEvidence, settings: HealthSettings): Judgement {
  const { probes } = service;
  const judged = judgeRequests(service, settings);
  const judgements: Judgement[] =
    probes === null
      ? [judged]
      : [
          judgeProbes(probes, settings),
          severityOf(judged.status) > severityOf('degraded_performance')
            ? { ...judged, status: 'degraded_performance' }
            : judged,
        ];
  judgements.push(judgeOverload(service, settings));
  // The first of equally severe judgements is reported.
  return judgements.reduce((worst, it) => (severityOf(it.status) > severityOf(worst.status) ? it : worst), {
    status: 'operational',
    reason: judged.reason,
  });
}

function judgeProbes(
  { asked, failed, slowestMs }: NonNullable<ServiceEvidence['probes']>,
  settings: HealthSettings,
): Judgement {
  // A single failure does not count, because it may be a closed connection.
  const share = failed < 2 ? 0 : failed / asked;
  return worst(
    {
      status: statusOfShare(share, settings),
      reason: `${failed} of the ${asked} requests that it sent to itself failed`,
    },
    {
      status: bySlowness(slowestMs, settings),
      reason: `Its requests to itself take ${Math.round(slowestMs)} ms`,
    },
  );
}

function judgeRequests({ requests, errors, p99Ms }: ServiceEvidence, settings: HealthSettings): Judgement {
  const share = requests === 0 ? 0 : errors / requests;
  const reason = `${requests} requests in the last minutes, ${percent(share)} failed`;
  if (requests < settings.serviceMinRequests) return { status: 'operational', reason };
  // This many failures count, however many successes there are.
  const many = errors >= settings.serviceManyErrors ? 'degraded_performance' : 'operational';
  return worst(
    { status: worse(statusOfShare(share, settings), many), reason },
    {
      status: bySlowness(p99Ms, settings),
      reason: `The slowest 1 % of requests take ${Math.round(p99Ms)} ms or more`,
    },
  );
}

function judgeOverload({ requests, refused }: ServiceEvidence, settings: HealthSettings): Judgement {
  const total = requests + refused;
  const isOverload = refused >= settings.serviceMinRequests && refused / total >= settings.errorsDegraded;
  return {
    status: isOverload ? 'degraded_performance' : 'operational',
    reason: `Overloaded: ${refused} of ${total} requests of the last minutes were refused`,
  };
}

function worst(first: Judgement, second: Judgement): Judgement {
  return severityOf(second.status) > severityOf(first.status) ? second : first;
}

function statusOfShare(share: number, settings: HealthSettings): ComponentStatus {
  if (share >= settings.errorsMajor) return 'major_outage';
  if (share >= settings.errorsPartial) return 'partial_outage';
  return share >= settings.errorsDegraded ? 'degraded_performance' : 'operational';
}

function bySlowness(milliseconds: number, settings: HealthSettings): ComponentStatus {
  if (milliseconds >= settings.latencyPartialMs) return 'partial_outage';
  return milliseconds >= settings.latencyDegradedMs ? 'degraded_performance' : 'operational';
}

function percent(share: number): string {
  return `${(share * 100).toFixed(share === 0 || share === 1 ? 0 : 2)} %`;
}
