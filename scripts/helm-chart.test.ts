/** Tests the chart as rendered by Helm, whose binary is in a package for Linux on amd64. */
import { spawnSync } from 'node:child_process';
import { chmodSync, createWriteStream, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { fromBuffer } from 'yauzl';
import { parseEnv, settingNames } from '~/server/env';

const chart = 'deploy/helm/qinsight';
const canRun = process.platform === 'linux' && process.arch === 'x64';
const skipped = canRun ? '' : ' (skipped: the package has Helm for Linux on amd64 only)';

let folder: string;
let helm: string;
beforeAll(async () => {
  if (!canRun) return;
  // Inside the project, so that the compiler finds the Kubernetes types.
  mkdirSync('node_modules/.cache', { recursive: true });
  folder = mkdtempSync(path.resolve('node_modules/.cache/helm-'));
  helm = path.join(folder, 'helm');
  await unpack('node_modules/@aws-cdk/asset-kubectl-v20/lib/layer.zip', 'helm/helm', helm);
  chmodSync(helm, 0o755);
});
afterAll(() => {
  if (folder) rmSync(folder, { recursive: true });
});

async function unpack(archive: string, name: string, target: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    fromBuffer(readFileSync(archive), { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error);
      zip.on('error', reject);
      zip.on('end', () => reject(new Error(`${archive} lacks ${name}`)));
      zip.on('entry', (entry: { fileName: string }) => {
        if (entry.fileName !== name) return zip.readEntry();
        zip.openReadStream(entry as never, (failed, stream) => {
          if (failed) return reject(failed);
          pipeline(stream, createWriteStream(target)).then(resolve, reject);
        });
      });
      zip.readEntry();
    });
  });
}

const required = { publicUrl: 'https://insight.example.com', existingSecret: 'qinsight', image: { tag: '1.2.3' } };
const everything = {
  ...required,
  imagePullSecrets: [{ name: 'registry' }],
  settings: { TRUST_PROXY: '2', AI_MODEL: 'a: "quoted" model' },
  autoscaling: { enabled: true },
  ingress: {
    enabled: true,
    className: 'nginx',
    tlsSecretName: 'insight-tls',
    annotations: { 'nginx.ingress.kubernetes.io/proxy-body-size': '11m' },
  },
  networkPolicy: { from: [{ namespaceSelector: { matchLabels: { name: 'ingress-nginx' } } }] },
  service: { annotations: { example: 'yes' } },
  podAnnotations: { example: 'yes' },
  podLabels: { team: 'insight' },
  nodeSelector: { disk: 'ssd' },
  tolerations: [{ key: 'dedicated', operator: 'Exists' }],
  affinity: { nodeAffinity: {} },
};
const nothing = {
  ...required,
  podDisruptionBudget: { enabled: false },
  networkPolicy: { enabled: false },
  migration: { enabled: false },
};

// biome-ignore lint/suspicious/noExplicitAny: Kubernetes objects, whose fields the compiler checks below
type Rendered = Record<string, any>;

function run(command: string[], values: object) {
  const file = path.join(folder, 'values.json');
  writeFileSync(file, JSON.stringify(values));
  return spawnSync(helm, [...command, '--values', file], { encoding: 'utf8', env: { HOME: os.tmpdir() } });
}

function render(values: object): Map<string, Rendered> {
  const { status, stdout, stderr } = run(['template', 'demo', chart, '--kube-version', '1.30.0'], values);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const objects = parseAllDocuments(stdout).map((document) => document.toJS() as Rendered);
  return new Map(objects.map((object) => [String(object.kind), object]));
}

const typeOf: Record<string, string> = {
  Deployment: 'apps/v1',
  HorizontalPodAutoscaler: 'autoscaling/v2',
  Ingress: 'networking/v1',
  Job: 'batch/v1',
  NetworkPolicy: 'networking/v1',
  PodDisruptionBudget: 'policy/v1',
  Service: 'core/v1',
};

/** Type checks the objects, to find fields that Kubernetes does not have. */
function typeErrors(objects: Iterable<Rendered>): string {
  const file = path.join(folder, 'objects.ts');
  const lines = [...objects].map((object, at) => {
    const type = `import('kubernetes-types/${typeOf[object.kind]}').${object.kind}`;
    return `export const object${at}: ${type} = ${JSON.stringify(object)};`;
  });
  writeFileSync(file, lines.join('\n'));
  const args = [
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--module',
    'esnext',
    '--moduleResolution',
    'bundler',
    '--ignoreConfig',
    file,
  ];
  return spawnSync('node_modules/.bin/tsc', args, { encoding: 'utf8' }).stdout;
}

describe.runIf(canRun)(`the Helm chart${skipped}`, () => {
  it.each([
    ['the required values', required, ['Deployment', 'Job', 'NetworkPolicy', 'PodDisruptionBudget', 'Service']],
    ['all values', everything, Object.keys(typeOf)],
    ['everything turned off', nothing, ['Deployment', 'Service']],
  ])('renders %s as valid Kubernetes objects', (_name, values, kinds) => {
    const { status, stdout } = run(['lint', '--strict', chart], values);
    expect({ status, stdout }).toMatchObject({ status: 0, stdout: expect.stringContaining('0 chart(s) failed') });
    const objects = render(values);
    expect([...objects.keys()].sort()).toEqual([...kinds].sort());
    expect(typeErrors(objects.values())).toBe('');
  });

  it('detects fields that Kubernetes does not have', () => {
    const service = { kind: 'Service', apiVersion: 'v1', spec: { ports: [{ port: 80, targetprot: 1 }] } };
    expect(typeErrors([service])).toContain('targetprot');
  });

  it.each([
    ['no values', {}, 'publicUrl'],
    ['a URL with a query', { ...required, publicUrl: 'https://example.com/app?a' }, 'publicUrl'],
    ['no tag', { ...required, image: {} }, 'tag'],
    ['a setting that is a number', { ...required, settings: { TRUST_PROXY: 1 } }, 'settings'],
    ['an unknown value', { ...required, replicas: 3 }, 'replicas'],
    ['a claim that cannot exist', { ...required, backup: { existingClaim: 'My Backups' } }, 'existingClaim'],
    ['another port than that of the probes', { ...required, settings: { PORT: '8080' } }, 'settings'],
    ['another address to listen on', { ...required, settings: { HOST: '127.0.0.1' } }, 'settings'],
    ['a data folder that is not mounted', { ...required, settings: { DATA_DIR: '/srv' } }, 'settings'],
    ['a second URL', { ...required, settings: { PUBLIC_URL: 'https://example.com' } }, 'settings'],
    ['a backup folder that is not mounted', { ...required, settings: { BACKUP_DIR: '/srv' } }, 'settings'],
  ])('rejects %s', (_name, values, named) => {
    const { status, stderr } = run(['template', 'demo', chart, '--kube-version', '1.30.0'], values);
    expect(status).not.toBe(0);
    expect(stderr).toContain(named);
  });

  it('selects its own pods, and not those of the migration', () => {
    const objects = render(everything);
    const labels = objects.get('Deployment')?.spec.template.metadata.labels;
    const migration = objects.get('Job')?.spec.template.metadata.labels;
    const selectors = [
      objects.get('Deployment')?.spec.selector.matchLabels,
      objects.get('Service')?.spec.selector,
      objects.get('PodDisruptionBudget')?.spec.selector.matchLabels,
      objects.get('NetworkPolicy')?.spec.podSelector.matchLabels,
    ];
    for (const selector of selectors) {
      expect(labels).toMatchObject(selector);
      expect(migration).not.toMatchObject(selector);
    }
    expect(objects.get('HorizontalPodAutoscaler')?.spec.scaleTargetRef.name).toBe(
      objects.get('Deployment')?.metadata.name,
    );
    expect(objects.get('Deployment')?.spec.replicas).toBeUndefined();
  });

  it('gives server and migration the same settings and few rights', () => {
    const objects = render(everything);
    const [deployment, job] = [objects.get('Deployment'), objects.get('Job')];
    const pods = [deployment?.spec.template.spec, job?.spec.template.spec];
    for (const pod of pods) {
      const [container] = pod.containers;
      expect(container.image).toBe('qinsight:1.2.3');
      expect(container.env).toEqual(pods[0].containers[0].env);
      expect(container.envFrom).toEqual([{ secretRef: { name: 'qinsight' } }]);
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 });
      expect(pod.automountServiceAccountToken).toBe(false);
    }
    const env = pods[0].containers[0].env as { name: string; value: string }[];
    expect(env.map(({ name }) => name).filter((name) => !settingNames.includes(name))).toEqual([]);
    expect(env).toContainEqual({ name: 'AI_MODEL', value: 'a: "quoted" model' });
    expect(job?.spec.template.spec.containers[0].command).toEqual(['node', 'scripts/operator.mjs', 'migrate']);
    expect(job?.metadata.annotations['helm.sh/hook']).toBe('pre-install,pre-upgrade');
  });

  it('opens the ports of METRICS_PORT, one per process, to peers that may read metrics', () => {
    const peer = { namespaceSelector: { matchLabels: { name: 'monitoring' } } };
    const settings = { METRICS_PORT: '9464', WEB_CONCURRENCY: '2' };
    const objects = render({ ...required, settings, networkPolicy: { metricsFrom: [peer] } });
    expect(typeErrors(objects.values())).toBe('');
    expect(objects.get('Deployment')?.spec.template.spec.containers[0].ports).toEqual([
      { name: 'http', containerPort: 3000 },
      { name: 'metrics', containerPort: 9464 },
      { name: 'metrics-1', containerPort: 9465 },
    ]);
    expect(objects.get('Service')?.spec.ports).toEqual([
      { name: 'http', port: 80, targetPort: 'http' },
      { name: 'metrics', port: 9464, targetPort: 'metrics' },
      { name: 'metrics-1', port: 9465, targetPort: 'metrics-1' },
    ]);
    const [requests, metrics] = objects.get('NetworkPolicy')?.spec.ingress ?? [];
    expect(requests.ports).toEqual([{ protocol: 'TCP', port: 'http' }]);
    expect(metrics).toEqual({
      ports: ['metrics', 'metrics-1'].map((port) => ({ protocol: 'TCP', port })),
      from: [peer],
    });
  });

  it.each([
    ['no METRICS_PORT', {}],
    ['a random one', { METRICS_PORT: '0' }],
  ])('opens no metrics port with %s', (_name, settings) => {
    const objects = render({ ...required, settings });
    expect(objects.get('Service')?.spec.ports).toHaveLength(1);
    expect(objects.get('NetworkPolicy')?.spec.ingress).toHaveLength(1);
  });

  it('mounts the backup volume claim into servers, and not into the migration', () => {
    const objects = render({ ...required, backup: { existingClaim: 'insight-backups' } });
    expect(typeErrors(objects.values())).toBe('');
    const pod = objects.get('Deployment')?.spec.template.spec;
    expect(pod.volumes).toContainEqual({ name: 'backups', persistentVolumeClaim: { claimName: 'insight-backups' } });
    expect(pod.containers[0].volumeMounts).toContainEqual({ name: 'backups', mountPath: '/backups' });
    expect(pod.containers[0].env).toContainEqual({ name: 'BACKUP_DIR', value: '/backups' });
    // Restoring the database must not count towards the size limit of the other data.
    expect(pod.containers[0].volumeMounts).toContainEqual({
      name: 'backup-scratch',
      mountPath: '/data/backup-scratch',
    });
    expect(pod.volumes).toContainEqual({ name: 'backup-scratch', emptyDir: {} });
    const limited = render({ ...required, backup: { existingClaim: 'insight-backups', scratchSizeLimit: '20Gi' } });
    expect(limited.get('Deployment')?.spec.template.spec.volumes).toContainEqual({
      name: 'backup-scratch',
      emptyDir: { sizeLimit: '20Gi' },
    });
    expect(JSON.stringify(objects.get('Job'))).not.toContain('backup');
    expect(JSON.stringify([...render(required).values()])).not.toContain('backups');
  });

  it('comes with a Job for restoring a backup, with the same rights as the server', () => {
    const job = parse(readFileSync('deploy/helm/restore-job.yaml', 'utf8')) as Rendered;
    expect(typeErrors([job])).toBe('');
    const server = render(required).get('Deployment')?.spec.template.spec;
    const { containers, ...pod } = job.spec.template.spec;
    expect(pod.securityContext).toEqual(server.securityContext);
    expect(containers[0].securityContext).toEqual(server.containers[0].securityContext);
    const env = containers[0].env.map(({ name, value }: { name: string; value: string }) => [name, value]);
    const oidc = { OIDC_ISSUER: 'https://id.example.com', OIDC_CLIENT_ID: 'qinsight' };
    expect(parseEnv({ ...Object.fromEntries(env), ...oidc }).oidc).toHaveLength(1);
  });

  it.each([
    [{}, 50],
    [{ SHUTDOWN_ANSWERS_SECONDS: '300' }, 325],
    [{ SHUTDOWN_ANSWERS_SECONDS: '5', SHUTDOWN_DELAY_SECONDS: '60' }, 85],
  ])('gives the pod time for the answers of %j', (settings, seconds) => {
    const pod = render({ ...required, settings }).get('Deployment')?.spec.template.spec;
    expect(pod.terminationGracePeriodSeconds).toBe(seconds);
  });

  it.each([
    [{}, 120],
    [{ enabled: false }, 720],
    [{ enabled: false, activeDeadlineSeconds: 60 }, 120],
  ])('lets a pod start for as long as the migration %j may take', (migration, checks) => {
    const [server] = render({ ...required, migration }).get('Deployment')?.spec.template.spec.containers ?? [];
    expect(server.startupProbe).toMatchObject({ periodSeconds: 5, failureThreshold: checks });
  });

  it('accepts connections from outside of the cluster only if the Service has an address there', () => {
    const from = (values: object) => render({ ...required, ...values }).get('NetworkPolicy')?.spec.ingress[0].from;
    expect(from({})).toEqual([{ namespaceSelector: {} }]);
    expect(from({ service: { type: 'LoadBalancer' } })).toBeUndefined();
    const peers = [{ ipBlock: { cidr: '10.0.0.0/16' } }];
    expect(from({ service: { type: 'LoadBalancer' }, networkPolicy: { from: peers } })).toEqual(peers);
  });

  it('routes the host and path of publicUrl, and probes the health paths', () => {
    const objects = render({ ...everything, publicUrl: 'https://insight.example.com:8443/' });
    const ingress = objects.get('Ingress');
    expect(ingress?.spec.rules[0].host).toBe('insight.example.com');
    expect(ingress?.spec.rules[0].http.paths[0].path).toBe('/');
    const below = render({ ...everything, publicUrl: 'https://tools.example.com/our/insight/' }).get('Ingress');
    expect(below?.spec.rules[0]).toMatchObject({
      host: 'tools.example.com',
      http: { paths: [{ path: '/our/insight', pathType: 'Prefix' }] },
    });
    expect(ingress?.spec.tls).toEqual([{ hosts: ['insight.example.com'], secretName: 'insight-tls' }]);
    const [server] = objects.get('Deployment')?.spec.template.spec.containers ?? [];
    const probes = [server.startupProbe, server.readinessProbe, server.livenessProbe];
    expect(probes.map((probe) => probe.httpGet.path)).toEqual(['/readyz', '/readyz', '/livez']);
    expect(server.ports).toEqual([{ name: 'http', containerPort: 3000 }]);
  });
});

it('the values of the chart only contain existing settings', () => {
  const { settings } = parse(readFileSync(`${chart}/values.yaml`, 'utf8')) as { settings: Record<string, string> };
  expect(Object.keys(settings).filter((name) => !settingNames.includes(name))).toEqual([]);
});
