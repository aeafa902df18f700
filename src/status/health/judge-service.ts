import { type ComponentStatus, isOut, severityOf, worstOf } from '../state/model.ts';
import type { HealthSettings } from '../state/settings.ts';
import type { ServiceEvidence } from './evidence.ts';
import type { Judgement } from './finding.ts';

type Known = Judgement & { readonly status: ComponentStatus };

/**
 * Judges a service with a heartbeat. Its requests to itself decide whether it is out, because clients can neither make
 * them fail nor outnumber them. Responses to clients can at most degrade it, because clients choose their requests and
 * rate; only a service without requests to itself is judged by them alone. Refused requests are overload, never an
 * outage.
 */
export function judgeService(service: ServiceEvidence, settings: HealthSettings): Known {
  const { probes } = service;
  const requests = judgeRequests(service, settings);
  const overload = judgeOverload(service, settings);
  if (probes === null) return worst(requests, overload);
  const { reason } = requests;
  const degraded: Known = isOut(requests.status) ? { status: 'degraded_performance', reason } : requests;
  const own = judgeProbes(probes, settings);
  const judged = worst(own, degraded, overload);
  return judged.status === 'operational' ? { status: 'operational', reason } : judged;
}

function judgeProbes(
  { asked, failed, slowestMs }: NonNullable<ServiceEvidence['probes']>,
  settings: HealthSettings,
): Known {
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

function judgeRequests({ requests, errors, p99Ms }: ServiceEvidence, settings: HealthSettings): Known {
  const share = requests === 0 ? 0 : errors / requests;
  const reason = `${requests} requests in the last minutes, ${percent(share)} failed`;
  if (requests < settings.serviceMinRequests) return { status: 'operational', reason };
  // This many failures count, however many successes there are.
  const many = errors >= settings.serviceManyErrors ? 'degraded_performance' : 'operational';
  return worst(
    { status: worstOf([statusOfShare(share, settings), many]), reason },
    {
      status: bySlowness(p99Ms, settings),
      reason: `The slowest 1 % of requests take ${Math.round(p99Ms)} ms or more`,
    },
  );
}

function judgeOverload({ requests, refused }: ServiceEvidence, settings: HealthSettings): Known {
  const total = requests + refused;
  const isOverload = refused >= settings.serviceMinRequests && refused / total >= settings.errorsDegraded;
  return {
    status: isOverload ? 'degraded_performance' : 'operational',
    reason: `Overloaded: ${refused} of ${total} requests of the last minutes were refused`,
  };
}

/** Returns the worst judgement; of equally severe ones the first. */
function worst(first: Known, ...others: readonly Known[]): Known {
  return others.reduce((it, next) => (severityOf(next.status) > severityOf(it.status) ? next : it), first);
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
