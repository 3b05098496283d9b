"""A Slurm cluster of four nodes on this machine: munged, slurmctld and slurmd for the length of a test."""

import getpass
import os
import socket
import subprocess

from daemons import Daemons, free_ports, program, wait_for

NODES = 4
CONFIGURATION = """ClusterName=fiveproof
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={controller}
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket={folder}/munge.socket
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool/%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd-%n.pid
SlurmctldLogFile={folder}/log/slurmctld
SlurmdLogFile={folder}/log/slurmd-%n
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
MailProg=/bin/true
KillWait=2
MaxArraySize={array}
SchedulerParameters=sched_interval=1
SlurmdParameters=config_overrides
{nodes}
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
PartitionName=long Nodes=ALL MaxTime=INFINITE State=UP
"""


class Slurm(Daemons):
    """Nodes have what is said, whatever this machine has."""

    def __init__(self, most_in_an_array=1001, processors=1, megabytes=100):
        self.programs = {name: program(name) for name in ("munged", "slurmctld", "slurmd", "sbatch", "squeue", "scancel", "sinfo")}
        super().__init__("fp-slurm-")
        try:
            self.begin(most_in_an_array, processors, megabytes)
        except BaseException as error:
            self.__exit__(type(error))
            raise

    def begin(self, most_in_an_array, processors, megabytes):
        for name in ("munge", "state", "spool", "log"):
            (self.folder / name).mkdir(mode=0o700)
        key = self.folder / "munge" / "key"
        key.write_bytes(os.urandom(1024))
        key.chmod(0o600)
        munge = self.folder / "munge"
        self.start([self.programs["munged"], "--foreground", "--force", f"--key-file={key}", f"--socket={self.folder}/munge.socket",
                    f"--pid-file={munge}/pid", f"--log-file={munge}/log", f"--seed-file={munge}/seed", "--num-threads=2"])
        wait_for("munged", (self.folder / "munge.socket").exists)
        host = socket.gethostname()
        controller, *ports = free_ports(1 + NODES)
        nodes = [f"NodeName=node{i + 1} NodeHostname={host} NodeAddr=127.0.0.1 Port={port} CPUs={processors}"
                 f" RealMemory={megabytes} State=UNKNOWN" for i, port in enumerate(ports)]
        configuration = self.folder / "slurm.conf"
        configuration.write_text(CONFIGURATION.format(host=host, user=getpass.getuser(), controller=controller, folder=self.folder,
                                                      array=most_in_an_array, nodes="\n".join(nodes)))
        self.environment = {**os.environ, "SLURM_CONF": str(configuration)}
        self.start([self.programs["slurmctld"], "-D", "-f", configuration], env=self.environment)
        for i in range(NODES):
            self.start([self.programs["slurmd"], "-D", "-f", configuration, "-N", f"node{i + 1}"], env=self.environment)
        wait_for(f"{NODES} idle nodes", lambda: self.ask("sinfo", "-h", "-o", "%T %D") == f"idle {NODES}")

    def ask(self, name, *words):
        return subprocess.run([self.programs[name], *words], env=self.environment, capture_output=True, text=True).stdout.strip()

    def queue(self):
        """Each task that waits or runs, as "7_3 RUNNING"."""
        return self.ask("squeue", "-h", "--array", "-o", "%F_%K %T").splitlines()

    def wait_until_done(self, seconds=300):
        wait_for("an empty queue", lambda: not self.queue(), seconds)

    def stop(self):
        if hasattr(self, "environment"):
            self.ask("scancel", "--user", getpass.getuser())
            self.wait_until_done(60)
        super().stop()
