"""Hosts that are reached by ssh, all on this machine: an sshd with its own port and keys for the length of a test."""

import getpass
import os
import subprocess
from pathlib import Path

from daemons import Daemons, free_ports, program, wait_for

# A home of its own: what somebody's .bashrc does at each login is no part of the test, and may take seconds.
SERVER = """Port {port}
ListenAddress 127.0.0.1
HostKey {folder}/host
AuthorizedKeysFile {folder}/user.pub
PidFile {folder}/sshd.pid
StrictModes no
UsePAM no
PasswordAuthentication no
MaxStartups 100
SetEnv HOME={folder}
"""
CLIENT = """Host host*
  HostName 127.0.0.1
  Port {port}
  User {user}
  IdentityFile {folder}/user
  IdentitiesOnly yes
  UserKnownHostsFile {folder}/known
  StrictHostKeyChecking accept-new
  LogLevel ERROR
"""
# Without it an sshd of root neither begins nor takes a connection. It stays, as another test at the same time relies on it.
SEPARATED = Path("/run/sshd")


class Hosts(Daemons):
    def __init__(self):
        sshd, keygen = program("sshd"), program("ssh-keygen")
        program("ssh")
        super().__init__("fp-hosts-")
        if os.getuid() == 0:
            SEPARATED.mkdir(mode=0o755, exist_ok=True)
        try:
            for name in ("host", "user"):
                subprocess.run([keygen, "-q", "-t", "ed25519", "-N", "", "-f", self.folder / name], check=True)
            port, = free_ports(1)
            words = {"port": port, "folder": self.folder, "user": getpass.getuser()}
            (self.folder / "sshd_config").write_text(SERVER.format(**words))
            (self.folder / "ssh_config").write_text(CLIENT.format(**words))
            self.ssh = f"ssh -F {self.folder}/ssh_config"
            self.start([sshd, "-D", "-e", "-f", self.folder / "sshd_config"])
            wait_for("an answer of sshd", lambda: subprocess.run([*self.ssh.split(), "host1", "true"], stdin=subprocess.DEVNULL,
                                                                 capture_output=True).returncode == 0)
        except BaseException as error:
            self.__exit__(type(error))
            raise
