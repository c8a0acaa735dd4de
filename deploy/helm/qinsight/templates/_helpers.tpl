{{- define "qinsight.fullname" -}}
{{- if contains "qinsight" .Release.Name -}}
{{- .Release.Name | trunc 52 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-qinsight" .Release.Name | trunc 52 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "qinsight.selector" -}}
app.kubernetes.io/name: qinsight
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/component: server
{{- end -}}

{{- define "qinsight.labels" -}}
app.kubernetes.io/name: qinsight
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Values.image.tag | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{/*
The ports of METRICS_PORT: one for each server process of a pod. Empty without the setting, or with a random port. The
names are those of the ports in the pod, the Service and the NetworkPolicy.
*/}}
{{- define "qinsight.metricsPorts" -}}
{{- $first := int (default "0" .Values.settings.METRICS_PORT) -}}
{{- if gt $first 0 -}}
{{- range $at := until (int (default "1" .Values.settings.WEB_CONCURRENCY)) }}
- name: {{ if eq $at 0 }}metrics{{ else }}metrics-{{ $at }}{{ end }}
  port: {{ add $first $at }}
{{- end }}
{{- end }}
{{- end -}}

{{/* What the server and the migration have in common: the same image, settings, rights and folders. */}}
{{- define "qinsight.container" -}}
image: {{ printf "%s:%s" .Values.image.repository .Values.image.tag | quote }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
env:
  - name: HOST
    value: 0.0.0.0
  - name: PORT
    value: '3000'
  - name: DATA_DIR
    value: /data
  - name: PUBLIC_URL
    value: {{ .Values.publicUrl | quote }}
  {{- if and .Values.backup.existingClaim (not .isMigration) }}
  - name: BACKUP_DIR
    value: /backups
  {{- end }}
  {{- range $name, $value := .Values.settings }}
  - name: {{ $name }}
    value: {{ $value | quote }}
  {{- end }}
envFrom:
  - secretRef:
      name: {{ .Values.existingSecret }}
volumeMounts:
  - name: data
    mountPath: /data
  - name: tmp
    mountPath: /tmp
  {{- if and .Values.backup.existingClaim (not .isMigration) }}
  - name: backups
    mountPath: /backups
  - name: backup-scratch
    mountPath: /data/backup-scratch
  {{- end }}
{{- end -}}

{{- define "qinsight.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  # Without this, each start changes owner and mode of every file of the backups.
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile:
    type: RuntimeDefault
volumes:
  - name: data
    emptyDir:
      sizeLimit: {{ .Values.dataSizeLimit }}
  - name: tmp
    emptyDir:
      sizeLimit: {{ .Values.dataSizeLimit }}
  {{- if and .Values.backup.existingClaim (not .isMigration) }}
  - name: backups
    persistentVolumeClaim:
      claimName: {{ .Values.backup.existingClaim }}
  - name: backup-scratch
    {{- with .Values.backup.scratchSizeLimit }}
    emptyDir:
      sizeLimit: {{ . }}
    {{- else }}
    emptyDir: {}
    {{- end }}
  {{- end }}
{{- with .Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}
